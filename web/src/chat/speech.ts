/** Dictation through the browser's own speech recognition, where there is one. Nothing is sent by itself. */
import { useCallback, useEffect, useRef, useState } from 'react';

interface Recognition {
  lang: string;
  interimResults: boolean;
  continuous: boolean;
  onresult: ((event: { results: ArrayLike<ArrayLike<{ transcript: string }>> }) => void) | null;
  onerror: ((event: { error: string }) => void) | null;
  onend: (() => void) | null;
  start(): void;
  stop(): void;
  abort(): void;
}

type Maker = new () => Recognition;

function maker(): Maker | undefined {
  const page = window as unknown as { SpeechRecognition?: Maker; webkitSpeechRecognition?: Maker };
  return page.SpeechRecognition ?? page.webkitSpeechRecognition;
}

const TAGS: Record<string, string> = { en: 'en-US', de: 'de-DE', zh: 'zh-CN', ja: 'ja-JP', ko: 'ko-KR' };

export const canListen = (): boolean => typeof window !== 'undefined' && !!maker();

/** `onWords` gets everything heard since it began to listen, again and again while it listens. */
export function useSpeech(language: string, onWords: (words: string) => void, onFail: () => void) {
  const [listening, setListening] = useState(false);
  const active = useRef<Recognition>(undefined);
  const start = useCallback(() => {
    const Made = maker();
    if (!Made || active.current) return;
    const recognition = new Made();
    recognition.lang = TAGS[language] ?? language;
    recognition.interimResults = true;
    recognition.continuous = true;
    recognition.onresult = (event) => {
      onWords(Array.from(event.results, (result) => result[0]?.transcript ?? '').join('').trim());
    };
    recognition.onerror = (event) => {
      if (event.error !== 'aborted' && event.error !== 'no-speech') onFail();
    };
    recognition.onend = () => {
      active.current = undefined;
      setListening(false);
    };
    active.current = recognition;
    try {
      recognition.start();
      setListening(true);
    } catch {
      active.current = undefined;
      onFail();
    }
  }, [language, onWords, onFail]);
  const stop = useCallback(() => active.current?.stop(), []);
  useEffect(() => () => active.current?.abort(), []);
  return { listening, start, stop };
}
