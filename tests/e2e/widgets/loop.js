import { createElement as h, useEffect } from 'react';
export default function Loop() {
  useEffect(() => { setTimeout(() => { for (;;); }, 300); }, []);
  return h('p', null, 'loop');
}
