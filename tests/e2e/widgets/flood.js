import { createElement as h, useEffect } from 'react';
import { change } from 'calisson';
export default function Flood() {
  useEffect(() => { const go = () => { for (let i = 0; i < 200; i++) change({ add: [{ cups: 1 }] }).catch(() => 0); setTimeout(go, 5); }; go(); }, []);
  return h('p', null, 'flood');
}
