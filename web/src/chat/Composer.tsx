/** The message box: Enter sends (never while an input method composes), the draft survives reload. */
import { useEffect, useState, type KeyboardEvent } from 'react';
import { useText } from '../i18n/text';
import { IconButton } from '../ui/Button';

const DRAFT = 'calisson.draft';

export function Composer({ busy, onSend, onStop }: { busy: boolean; onSend: (text: string) => void; onStop: () => void }) {
  const t = useText();
  const [text, setText] = useState(() => localStorage.getItem(DRAFT) ?? '');
  useEffect(() => {
    if (text) localStorage.setItem(DRAFT, text);
    else localStorage.removeItem(DRAFT);
  }, [text]);
  const submit = () => {
    const said = text.trim();
    if (!said || busy) return;
    setText('');
    onSend(said);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing && event.keyCode !== 229) {
      event.preventDefault();
      submit();
    }
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
          rows={1}
          value={text}
          aria-label={t('chat-input')}
          placeholder={t('chat-placeholder')}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={onKeyDown}
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
