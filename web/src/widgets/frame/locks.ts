/**
 * Runs before any other code of a frame, in every document that loads a widget: takes away what the frame's policy does
 * not cover. WebRTC can speak to any address; a link with `rel=preconnect` opens a connection; XSLT makes elements from
 * templates. The policy keeps text from becoming elements or code (Trusted Types), so elements come from these alone.
 */
const world = globalThis as unknown as Record<string, unknown>;

for (const name of [
  'RTCPeerConnection', 'webkitRTCPeerConnection', 'RTCDataChannel', 'RTCIceTransport', 'WebTransport', 'XSLTProcessor', 'Notification',
  'SharedWorker', 'PresentationRequest', 'open', 'print', 'fence', 'documentPictureInPicture', 'SpeechRecognition',
  'webkitSpeechRecognition', 'speechSynthesis', 'SpeechSynthesisUtterance',
]) {
  try {
    Reflect.deleteProperty(world, name);
    Object.defineProperty(world, name, { value: undefined, writable: false, configurable: false });
  } catch {
    // Not there, or not to be taken away: the policy and the sandbox stand on their own.
  }
}

/** Elements that load from elsewhere or open documents; what is left of them is an element of no meaning. */
const BARRED = new Set(['link', 'iframe', 'frame', 'object', 'embed', 'portal', 'fencedframe', 'base', 'meta', 'script', 'a', 'area', 'form']);
const ALLOWED_INERT = new Set(['a', 'form']);

function guarded(name: unknown): string {
  const text = String(name);
  const bare = text.slice(text.indexOf(':') + 1).toLowerCase();
  return BARRED.has(bare) && !ALLOWED_INERT.has(bare) ? 'calisson-barred' : text;
}

const documents = Document.prototype;
const { createElement, createElementNS } = documents;

Object.defineProperty(documents, 'createElement', {
  value(this: Document, name: unknown, options?: ElementCreationOptions) {
    return createElement.call(this, guarded(name), options);
  },
  writable: false,
  configurable: false,
});
Object.defineProperty(documents, 'createElementNS', {
  value(this: Document, space: string | null, name: unknown, options?: ElementCreationOptions) {
    return createElementNS.call(this, space, guarded(name), options);
  },
  writable: false,
  configurable: false,
});
// The document's own links cannot be copied or turned into others: they go once they have done their work.
addEventListener('load', () => {
  for (const link of document.querySelectorAll('link, script')) {
    if (link instanceof HTMLLinkElement) link.remove();
  }
});

export {};
