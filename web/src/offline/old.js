/* A plain script for every browser: when this one cannot run the page, it says so instead of staying blank. */
(function () {
  var texts = __TEXTS__;
  var able =
    'noModule' in document.createElement('script') &&
    typeof Object.hasOwn === 'function' &&
    typeof Array.prototype.findLast === 'function' &&
    typeof window.structuredClone === 'function' &&
    typeof window.ResizeObserver === 'function' &&
    window.CSS && window.CSS.supports && window.CSS.supports('inset', '0');
  if (able) return;
  function show() {
    var wanted = (navigator.languages || [navigator.language || 'en']).slice();
    var language = 'en';
    for (var i = wanted.length - 1; i >= 0; i--) {
      var base = String(wanted[i]).toLowerCase().split('-')[0];
      if (texts[base]) language = base;
    }
    var box = document.createElement('main');
    box.id = 'too-old';
    var title = document.createElement('h1');
    var text = document.createElement('p');
    title.appendChild(document.createTextNode(texts[language][0]));
    text.appendChild(document.createTextNode(texts[language][1]));
    box.appendChild(title);
    box.appendChild(text);
    document.documentElement.lang = language;
    document.body.insertBefore(box, document.body.firstChild);
    var root = document.getElementById('root');
    if (root && root.parentNode) root.parentNode.removeChild(root);
  }
  if (document.body) show();
  else document.addEventListener('DOMContentLoaded', show);
})();
