/** Starts the service worker once the page has settled; without one (no TLS, old browser) the page works online only. */
export function registerWorker(): void {
  if (!('serviceWorker' in navigator) || import.meta.env.DEV) return;
  const start = () => void navigator.serviceWorker.register('./sw.js', { scope: './' }).catch(() => undefined);
  if (document.readyState === 'complete') start();
  else window.addEventListener('load', start, { once: true });
}
