/**
 * The line that takes anything: Enter sends (never while an input method composes), Shift + Enter breaks the line, the
 * draft survives reload, dictation where the browser has it. The message box, Today's line and quick capture are it.
 */
import { useCallback, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { useLocale, useText } from '../i18n/text';
import { IconButton } from '../ui/Button';
import { toast } from '../ui/toasts';
import { useDraft, type Box } from './drafts';
import { canListen, useSpeech } from './speech';

interface Props {
  box: Box;
  id?: string;
  label: string;
  hint: string;
  busy: boolean;
  autoFocus?: boolean;
  onSend: (text: string) => void;
  onStop: () => void;
  children?: ReactNode;
}

export function Line({ box, id, label, hint, busy, autoFocus = false, onSend, onStop, children }: Props) {
  const t = useText();
  const { language } = useLocale();
  const [text, setText] = useDraft(box);
  const before = useRef('');
  const field = useRef<HTMLTextAreaElement>(null);
  const hear = useCallback((words: string) => setText(before.current ? `${before.current} ${words}` : words), [setText]);
  const fail = useCallback(() => toast({ text: t('voice-failed'), tone: 'danger' }), [t]);
  const speech = useSpeech(language, hear, fail);
  const submit = () => {
    const said = text.trim();
    if (!said || busy) return;
    speech.stop();
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
      className={`line${speech.listening ? ' listening' : ''}`}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {children}
      <textarea
        ref={field} id={id} rows={1} value={text} aria-label={label} placeholder={speech.listening ? t('voice-listening') : hint}
        enterKeyHint="send" autoFocus={autoFocus} onChange={(event) => setText(event.target.value)} onKeyDown={onKeyDown}
      />
      {canListen() && !busy && (
        <IconButton
          icon={speech.listening ? 'stop' : 'mic'}
          label={t(speech.listening ? 'voice-stop' : 'voice-start')}
          aria-pressed={speech.listening}
          onPress={() => {
            before.current = text.trim();
            if (speech.listening) speech.stop();
            else speech.start();
            field.current?.focus();
          }}
        />
      )}
      {busy ? (
        <IconButton label={t('chat-stop')} icon="stop" look="soft" onPress={onStop} />
      ) : (
        <IconButton label={t('chat-send')} icon="send" look="solid" type="submit" isDisabled={!text.trim()} />
      )}
    </form>
  );
}
