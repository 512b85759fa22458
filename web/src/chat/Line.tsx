/**
 * The line that takes anything: Enter sends (never while an input method composes), Shift + Enter breaks the line, the
 * draft survives reload, dictation where the browser has it. The message box, Today's line and quick capture are it.
 */
import { useCallback, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { asProblem } from '../api/problems';
import { useLocale, useText } from '../i18n/text';
import { useExplain } from '../shell/explain';
import { IconButton } from '../ui/Button';
import { toast } from '../ui/toasts';
import { attach, picturesOf, useAttached } from './attached';
import { useDraft, type Box } from './drafts';
import { Pictures } from './Pictures';
import { canListen, useSpeech } from './speech';

interface Props {
  box: Box;
  id?: string;
  label: string;
  hint: string;
  busy: boolean;
  autoFocus?: boolean;
  onSend: (text: string, images: readonly string[]) => void;
  onStop: () => void;
  children?: ReactNode;
}

export function Line({ box, id, label, hint, busy, autoFocus = false, onSend, onStop, children }: Props) {
  const t = useText();
  const { language } = useLocale();
  const [text, setText] = useDraft(box);
  const { images, drop, clear } = useAttached(box);
  const [adding, setAdding] = useState(false);
  const explain = useExplain();
  const file = useRef<HTMLInputElement>(null);
  const before = useRef('');
  const field = useRef<HTMLTextAreaElement>(null);
  const hear = useCallback((words: string) => setText(before.current ? `${before.current} ${words}` : words), [setText]);
  const fail = useCallback(() => toast({ text: t('voice-failed'), tone: 'danger' }), [t]);
  const speech = useSpeech(language, hear, fail);
  const submit = () => {
    const said = text.trim();
    if ((!said && !images.length) || busy || adding) return;
    speech.stop();
    setText('');
    clear();
    onSend(said, images);
  };
  const take = (pictures: readonly File[]) => {
    if (!pictures.length) return false;
    setAdding(true);
    void attach(box, pictures)
      .catch((error: unknown) => {
        const problem = asProblem(error);
        toast({ text: problem.status || problem.kind === 'offline' ? problem.detail || explain(problem) : t('image-unreadable'), tone: 'danger' });
      })
      .finally(() => setAdding(false));
    return true;
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
      onDragOver={(event) => {
        if (event.dataTransfer.types.includes('Files')) event.preventDefault();
      }}
      onDrop={(event) => {
        if (take(picturesOf(event.dataTransfer.files))) event.preventDefault();
      }}
      onPaste={(event) => {
        if (take(picturesOf(event.clipboardData.files))) event.preventDefault();
      }}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {children}
      <Pictures images={images} onDrop={drop} />
      {adding && <span className="sr" role="status">{t('image-sending')}</span>}
      <IconButton icon="picture" label={t('chat-attach')} isDisabled={adding} onPress={() => file.current?.click()} />
      <input
        ref={file} type="file" accept="image/*" multiple hidden aria-label={t('chat-attach')}
        onChange={(event) => {
          take(picturesOf(event.target.files));
          event.target.value = '';
        }}
      />
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
        <IconButton label={t('chat-send')} icon="send" look="solid" type="submit" isDisabled={adding || (!text.trim() && !images.length)} />
      )}
    </form>
  );
}
