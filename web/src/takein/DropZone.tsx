/** Takes what is dropped anywhere, and what is pasted outside of a field: a table is looked at, text goes to the line. */
import { useEffect, useState } from 'react';
import { asProblem } from '../api/problems';
import { attach } from '../chat/attached';
import { setDraft } from '../chat/drafts';
import { useText } from '../i18n/text';
import { useExplain } from '../shell/explain';
import { showOverlay } from '../shell/overlay';
import { Icon } from '../ui/Icon';
import { toast } from '../ui/toasts';
import { read, type Given } from './drop';

const holdsSomething = (data: DataTransfer | null): data is DataTransfer =>
  !!data && (data.types.includes('Files') || data.types.includes('text/plain'));

export function DropZone() {
  const t = useText();
  const explain = useExplain();
  const [over, setOver] = useState(false);
  useEffect(() => {
    let depth = 0;
    const take = (given: Given | undefined) => {
      if (given?.kind === 'table') showOverlay({ name: 'take-in', file: given.file });
      else if (given?.kind === 'package') showOverlay({ name: 'take-package', from: { file: given.file } });
      else if (given?.kind === 'pictures') {
        void attach('capture', given.files).then(
          () => showOverlay({ name: 'capture' }),
          (error: unknown) => toast({ text: asProblem(error).status ? explain(error) : t('image-unreadable'), tone: 'danger' }),
        );
      } else if (given?.kind === 'text') {
        setDraft('capture', given.text.slice(0, 200_000));
        showOverlay({ name: 'capture' });
      } else if (given) toast({ text: t('drop-cannot', { name: given.name }), tone: 'danger' });
    };
    const inField = (target: EventTarget | null) => target instanceof Element && !!target.closest('input, textarea, select, [contenteditable], [data-drop]');
    // Only what comes from outside the page: a card that is dragged inside it is its own view's affair.
    let inside = false;
    const onStart = () => {
      inside = true;
    };
    const onEnter = (event: DragEvent) => {
      if (inside || !event.dataTransfer?.types.includes('Files')) return;
      depth += 1;
      setOver(true);
    };
    const onLeave = () => {
      depth = Math.max(0, depth - 1);
      if (!depth) setOver(false);
    };
    const onOver = (event: DragEvent) => {
      if (!inside && holdsSomething(event.dataTransfer) && !(inField(event.target) && !event.dataTransfer.types.includes('Files'))) event.preventDefault();
    };
    const onDrop = (event: DragEvent) => {
      depth = 0;
      setOver(false);
      if (inside || !holdsSomething(event.dataTransfer) || event.defaultPrevented) return;
      if (inField(event.target) && !event.dataTransfer.types.includes('Files')) return;
      event.preventDefault();
      void read(event.dataTransfer, t('drop-name')).then(take);
    };
    const onEnd = () => {
      inside = false;
    };
    const onPaste = (event: ClipboardEvent) => {
      const data = event.clipboardData;
      if (event.defaultPrevented || !holdsSomething(data)) return;
      if (inField(event.target) && !data.types.includes('Files')) return;
      event.preventDefault();
      void read(data, t('drop-name')).then(take);
    };
    const listeners: [string, (event: never) => void][] = [
      ['dragstart', onStart], ['dragend', onEnd], ['dragenter', onEnter], ['dragleave', onLeave], ['dragover', onOver], ['drop', onDrop], ['paste', onPaste],
    ];
    for (const [name, listener] of listeners) window.addEventListener(name, listener as EventListener);
    return () => {
      for (const [name, listener] of listeners) window.removeEventListener(name, listener as EventListener);
    };
  }, [t, explain]);
  if (!over) return null;
  return (
    <div className="drop-over" aria-hidden="true">
      <p><Icon name="download" size={28} />{t('drop-here')}</p>
    </div>
  );
}
