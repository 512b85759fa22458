/** The message box: Enter sends (never while an input method composes), the draft survives reload. */
import { useEffect, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react';
import { useText } from '../i18n/text';
import { IconButton } from '../ui/Button';

const DRAFT = 'calisson.draft';
const GROWS = typeof CSS !== 'undefined' && CSS.supports?.('field-sizing', 'content');

/** Whether a key press sends: Enter alone, and not the one that ends a composition (229 is Safari's word for it). */
export function sends(event: Pick<KeyboardEvent, 'key' | 'shiftKey' | 'keyCode'> & { nativeEvent: { isComposing?: boolean } }): boolean {
  return event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing && event.keyCode !== 229;
}

interface Props {
  busy: boolean;
  onSend: (text: string) => void;
  onStop: () => void;
}

export function Composer({ busy, onSend, onStop }: Props) {
  const t = useText();
  const box = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState(() => localStorage.getItem(DRAFT) ?? '');
  useEffect(() => {
    if (text) localStorage.setItem(DRAFT, text);
    else localStorage.removeItem(DRAFT);
  }, [text]);
  useLayoutEffect(() => {
    if (GROWS || !box.current) return;
    box.current.style.height = 'auto';
    box.current.style.height = `${box.current.scrollHeight}px`;
  }, [text]);
  const submit = () => {
    const said = text.trim();
    if (!said || busy) return;
    setText('');
    onSend(said);
    box.current?.focus();
  };
  return (
    <form
      className="composer"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <div className="composer-inner">
        <textarea
          id="composer"
          ref={box}
          rows={1}
          value={text}
          enterKeyHint="send"
          autoComplete="off"
          aria-label={t('chat-input')}
          placeholder={t('chat-placeholder')}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            if (!sends(event)) return;
            event.preventDefault();
            submit();
          }}
        />
        {busy ? (
          <IconButton label={t('chat-stop')} icon="stop" look="soft" onPress={onStop} />
        ) : (
          <IconButton label={t('chat-send')} icon="send" look="solid" type="submit" isDisabled={!text.trim()} />
        )}
      </div>
    </form>
  );
}
