/**
 * The service worker: the page opens and reads without a connection.
 *
 * - The shell (page, scripts, styles, catalogues) is kept under the hash of its contents; a new build brings a new cache
 *   and takes the old one away.
 * - What is read from `/api/v1` comes from the home; the last good answer is kept and given only when the home is out of
 *   reach, marked with `X-Calisson-Kept` so that the page says so.
 * - Writes are never touched: the page's outbox keeps them.
 *
 * Kept answers belong to one person of one home: they are dropped when somebody signs out, or when another home or person
 * answers at this address. Web Push needs only a body for `push` below; showing and opening are laid out.
 */
/// <reference lib="webworker" />

declare const __SHELL__: readonly string[];
declare const __VERSION__: string;

const worker = self as unknown as ServiceWorkerGlobalScope;
const SHELL = `shell-${__VERSION__}`;
const ANSWERS = 'answers';
const WHO = '/api/v1/session';
const KEPT = 'X-Calisson-Kept';
const NEVER = /^\/api\/v1\/(events|health|backup|tokens|catalogue|openapi\.json)|\/(data\.csv|export|backup|schemas|widget)(\/|$)/;
const MOST_KEPT = 300;
const PATIENCE_MS = 4_000;

worker.addEventListener('install', (event) => {
  event.waitUntil(
    (async () => {
      const cache = await caches.open(SHELL);
      await cache.addAll(__SHELL__.map((file) => new Request(file, { cache: file.startsWith('assets/') ? 'default' : 'reload' })));
      await worker.skipWaiting();
    })(),
  );
});

worker.addEventListener('activate', (event) => {
  event.waitUntil(
    (async () => {
      for (const name of await caches.keys()) if (name.startsWith('shell-') && name !== SHELL) await caches.delete(name);
      await worker.clients.claim();
    })(),
  );
});

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const address = new URL(request.url);
  if (address.origin !== worker.location.origin) return;
  if (request.method !== 'GET') {
    if (address.pathname === WHO) event.waitUntil(caches.delete(ANSWERS));
    return;
  }
  if (address.pathname.startsWith('/api/v1/')) {
    if (!NEVER.test(address.pathname)) event.respondWith(fresh(event, address));
  } else if (request.mode === 'navigate') {
    if (address.pathname === '/' || address.pathname === '/share') event.respondWith(page(request));
  } else {
    event.respondWith(file(request));
  }
});

/** The home's answer; the last good one when the home is out of reach. */
async function fresh(event: FetchEvent, address: URL): Promise<Response> {
  const { request } = event;
  try {
    const response = await fetch(request);
    if (response.status === 502 || response.status === 504) return (await kept(request)) ?? response;
    if (response.ok) event.waitUntil(remember(request, response.clone(), address));
    else if (response.status === 404 || response.status === 410) event.waitUntil(forget(request));
    return response;
  } catch (error) {
    const before = await kept(request);
    if (before) return before;
    throw error;
  }
}

async function kept(request: Request): Promise<Response | undefined> {
  const before = await (await caches.open(ANSWERS)).match(request, { ignoreVary: true });
  if (!before) return undefined;
  const headers = new Headers(before.headers);
  headers.set(KEPT, before.headers.get('date') ?? 'yes');
  return new Response(before.body, { status: before.status, statusText: before.statusText, headers });
}

async function remember(request: Request, response: Response, address: URL): Promise<void> {
  if (!(response.headers.get('content-type') ?? '').includes('json')) return;
  const body = await response.arrayBuffer();
  if (address.pathname === WHO) await sameAsBefore(body);
  const cache = await caches.open(ANSWERS);
  await cache.delete(request, { ignoreVary: true });
  await cache.put(request, new Response(body, { status: response.status, headers: response.headers }));
  const keys = await cache.keys();
  for (const old of keys.slice(0, Math.max(0, keys.length - MOST_KEPT))) {
    if (new URL(old.url).pathname !== WHO) await cache.delete(old);
  }
}

async function forget(request: Request): Promise<void> {
  await (await caches.open(ANSWERS)).delete(request, { ignoreVary: true });
}

/** Drops what is kept when another home, or another person of it, is here now. */
async function sameAsBefore(body: ArrayBuffer): Promise<void> {
  const who = (bytes: ArrayBuffer) => {
    const { home, person } = JSON.parse(new TextDecoder().decode(bytes)) as { home?: string; person?: string };
    return `${home} ${person}`;
  };
  const before = await (await caches.open(ANSWERS)).match(WHO, { ignoreVary: true });
  if (before && who(await before.arrayBuffer()) !== who(body)) await caches.delete(ANSWERS);
}

/** The page: new when the home answers in time, else the one that is kept. */
async function page(request: Request): Promise<Response> {
  const before = await (await caches.open(SHELL)).match('./');
  try {
    const response = await fetch(request, before ? { signal: AbortSignal.timeout(PATIENCE_MS) } : {});
    return response.status >= 500 && before ? before : response;
  } catch (error) {
    if (before) return before;
    throw error;
  }
}

/** Scripts, styles, icons: their names hold a hash, so the kept ones are right. */
async function file(request: Request): Promise<Response> {
  const hashed = new URL(request.url).pathname.startsWith('/assets/');
  const cache = await caches.open(SHELL);
  const before = await cache.match(request, { ignoreVary: true });
  if (hashed && before) return before;
  try {
    return await fetch(request);
  } catch (error) {
    if (before) return before;
    throw error;
  }
}

worker.addEventListener('push', () => {
  // Nothing is pushed yet: a home would send { title, body, tag, address } and this would show it.
});

worker.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const address = (event.notification.data as { address?: string } | undefined)?.address ?? './#/due';
  event.waitUntil(
    (async () => {
      const [open] = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
      if (!open) await worker.clients.openWindow(address);
      else await (await open.focus()).navigate(new URL(address, worker.location.href).href);
    })(),
  );
});
