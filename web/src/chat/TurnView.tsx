/** One turn: what was said, the answer, what was understood, and what can be done with it. */
import { useState } from 'react';
import { useUndo } from '../api/queries';
import type { Turn, TurnResult } from '../api/types';
import { useText } from '../i18n/text';
import { Button } from '../ui/Button';
import { Icon } from '../ui/Icon';
import { AnswerCard, isCovered } from './AnswerCard';
import { AppCard, MemoryCard, ReminderCard } from './Cards';
import { Understood } from './Understood';
import { Why } from './Why';

interface Props {
  turn: Turn;
  /** The last turn offers what may be answered; earlier ones only show it. */
  latest: boolean;
  onSend: (text: string) => void;
}

export function TurnView({ turn, latest, onSend }: Props) {
  const t = useText();
  const { result, undone = false } = turn;
  return (
    <article className="turn" aria-label={turn.text}>
      <p className="said"><span className="sr">{t('chat-you')}: </span>{turn.text}</p>
      <div className={`reply${undone ? ' taken-back' : ''}`}>
        <p className={isCovered(result) ? 'sr' : 'reply-text'}>
          <span className="sr">{t('chat-home')}: </span>
          {result.reply}
        </p>
        {!undone && <Effects result={result} />}
        {latest && !!result.options?.length && (
          <div className="options">
            {result.options.map((option) => (
              <Button key={option} small onPress={() => onSend(option)}>{option}</Button>
            ))}
          </div>
        )}
        <TurnActions turn={turn} undone={undone} />
      </div>
    </article>
  );
}

function Effects({ result }: { result: TurnResult }) {
  const made = result.act === 'create_app' || result.act === 'edit_app';
  return (
    <>
      {result.answer && <AnswerCard answer={result.answer} app={result.app} />}
      {made && result.app && <AppCard app={result.app} />}
      {result.chips.length > 0 && <Understood result={result} />}
      {result.reminders.map((reminder) => <ReminderCard key={reminder.id} reminder={reminder} />)}
      {result.act === 'recall' && result.memories.length > 1 && <MemoryCard memories={result.memories} />}
    </>
  );
}

function TurnActions({ turn, undone }: { turn: Turn; undone: boolean }) {
  const t = useText();
  const undo = useUndo();
  const [why, setWhy] = useState(false);
  const { result } = turn;
  if (!undone && !result.undoable && !result.decision) return null;
  return (
    <div className="turn-actions">
      {undone && <span className="undone"><Icon name="undo" size={14} />{t('undone')}</span>}
      {!undone && result.undoable && (
        <Button look="quiet" icon="undo" isDisabled={undo.isPending} onPress={() => undo.mutate(turn.id)}>{t('undo')}</Button>
      )}
      {result.decision && <Button look="quiet" onPress={() => setWhy(true)}>{t('chat-why')}</Button>}
      {why && result.decision && <Why decision={result.decision} onClose={() => setWhy(false)} />}
    </div>
  );
}
