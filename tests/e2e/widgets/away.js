import { createElement as h, useEffect } from 'react';
export default function Away() {
  useEffect(() => { setTimeout(() => { location.href = '__SPY__/away?data=secret'; }, 300); }, []);
  return h('p', null, 'away');
}
