/**
 * What a look does inside the page: open a view, fill a form, find where to press. In the page, because each question from
 * outside takes as long as the page itself. Waits end with the change of the page that they wait for; nothing is judged before it
 * is drawn. Presses themselves come from outside, as real ones: here is only found where, and that nothing covers it.
 */
globalThis.calissonLook ??= (() => {
  const PANEL = '[role=tabpanel]';
  const FIELD = 'form.form > .field';
  const OFTEN_MS = 50;
  const TYPED = new Set(['text', 'search', 'url', 'tel', 'email', 'password', 'number', 'textarea']);

  const panel = () => document.querySelector(PANEL);
  const drawn = () => new Promise((go) => requestAnimationFrame(() => setTimeout(go)));

  /** What `seen` finds, asked at every change of the page; undefined when nothing comes of it in time. */
  const until = (seen, patience) => new Promise((resolve) => {
    const ask = () => {
      const found = seen();
      if (found) end(found);
    };
    const end = (found) => {
      watch.disconnect();
      clearInterval(often);
      clearTimeout(late);
      resolve(found);
    };
    const watch = new MutationObserver(ask);
    const often = setInterval(ask, OFTEN_MS);
    const late = setTimeout(end, patience);
    watch.observe(document, { subtree: true, childList: true, attributes: true });
    ask();
  });

  /** Whether the view of this number is the open one and shows something. */
  const shows = (number) => {
    const tabs = [...document.querySelectorAll('[role=tab]')];
    const shown = panel();
    return tabs[number]?.ariaSelected === 'true' && shown && !shown.querySelector('.skeleton')
      && (shown.innerText.trim() !== '' || !!shown.querySelector('input, canvas, svg, img'));
  };

  /** Opens a view; returns what is wrong with it. */
  const open = async ([address, number, patience]) => {
    if (location.hash !== address) {
      const there = new Promise((go) => addEventListener('hashchange', go, { once: true }));
      location.hash = address;
      await there;
    }
    for (const rest of [drawn, () => undefined]) { // once more after it is drawn: what fails then shows then
      if (!await until(() => shows(number), patience)) return 'it stays empty';
      await rest();
    }
    return panel().querySelector('.empty[data-icon=warn]') ? panel().innerText.slice(0, 200) : '';
  };

  /** Asks for what these addresses need, as a finger on a link to each does. */
  const fetch = ([addresses]) => {
    const link = document.body.appendChild(document.createElement('a'));
    for (link.href of addresses) link.dispatchEvent(new Event('focusin', { bubbles: true }));
    link.remove();
  };

  const told = (control, ...kinds) => kinds.forEach((kind) => control.dispatchEvent(new Event(kind, { bubbles: true })));

  /** Does what a person does to the first control of a field; one that cannot be filled stays as it is. */
  const give = (field, value) => {
    const control = field.querySelector('input, textarea, select');
    if (!control || control.disabled || control.readOnly || control.type === 'file') return;
    control.focus();
    if (control.type === 'checkbox' || control.type === 'radio') control.click();
    else if (control.type === 'select-one') {
      control.selectedIndex = 1;
      told(control, 'input', 'change');
    } else if (TYPED.has(control.type)) {
      control.select();
      document.execCommand('insertText', false, value);
    } else {
      Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value').set.call(control, value);
      told(control, 'input', 'change');
    }
  };

  /** Fills the fields of a form, in their order; null leaves one as it is. Returns whether there is a form. */
  const fill = async ([within, values, patience]) => {
    const fields = () => document.querySelectorAll(`${within} ${FIELD}`);
    if (!await until(() => fields().length > 0, patience)) return false;
    for (const [number, value] of values.entries()) {
      const field = fields()[number];
      if (value !== null && field) give(field, value);
      await new Promise((go) => setTimeout(go)); // the next is given to a form that knows this one
    }
    return true;
  };

  /** Where to press: the middle of an element that can be pressed, stands still and is covered by nothing. */
  const where = async ([selector, patience]) => {
    const late = performance.now() + patience;
    for (let before; performance.now() < late; await new Promise(requestAnimationFrame)) {
      const target = document.querySelector(selector);
      if (!target || target.disabled) continue;
      target.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
      const box = target.getBoundingClientRect();
      const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
      if (!target.contains(document.elementFromPoint(at.x, at.y))) continue;
      if (before && before.x === at.x && before.y === at.y) return at;
      before = at;
    }
    return null;
  };

  /** Waits until nothing of this is there any more. */
  const gone = ([selector, patience]) => until(() => !document.querySelector(selector), patience);

  return { open, fetch, fill, where, gone };
})();
