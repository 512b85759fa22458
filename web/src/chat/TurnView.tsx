/** One turn: what was said, the reply, what was understood as chips, the answer, and what can be done with it. */
import { Suspense, lazy, useState } from 'react';
import { Button as AriaButton, Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components';
import { useUndo } from '../api/queries';
import type { Turn } from '../api/types';
import { clock, parseNaive } from '../i18n/dates';
import { Unbroken } from '../i18n/Unbroken';
import { useLocale, useText } from '../i18n/text';
import { useExplain } from '../shell/explain';
import { addressOf } from '../shell/router';
import { AppTile } from '../ui/AppTile';
import { Button } from '../ui/Button';
import { Icon, type IconName } from '../ui/Icon';
import { toast } from '../ui/toasts';
import { AnswerCard } from './AnswerCard';
import { AppCard } from './AppCard';
import { Chips } from './Chips';
import { setDraft } from './drafts';
import { Offers } from './Offers';
import { Pictures } from './Pictures';
import { useTalk } from './useChat';
import { Why } from './Why';

const WorkCard = lazy(() => import('./WorkCard'));

interface Props {
  turn: Turn & { undone?: boolean };
  onSend: (text: string) => void;
  /** The person came here for this turn. */
  marked?: boolean;
  /** Something was said since: what it offered has lapsed. */
  past?: boolean;
}

export default function TurnView({ turn, onSend, marked = false, past = false }: Props) {
  const t = useText();
  const { result } = turn;
  const made = result.act === 'create_app' || result.act === 'edit_app';
  return (
    <article id={`turn-${turn.id}`} className={`stack turn${marked ? ' marked' : ''}`} aria-label={turn.text || t('chat-pictures')} tabIndex={-1}>
      <p className="said">
        <span className="sr">{t('chat-you')}: </span>{turn.text}
      </p>
      <Pictures images={result.images ?? []} />
      <div className={`reply${turn.undone ? ' taken-back' : ''}`}>
        <p><span className="sr">{t('chat-home')}: </span><Unbroken text={result.reply} /></p>
        {result.answer && <AnswerCard answer={result.answer} result={result} />}
        {made && result.app && !turn.undone && <AppCard app={result.app} made={result.act === 'create_app'} />}
        {!made && result.app && !turn.undone && (
          <a className="turn-app" href={addressOf({ name: 'app', app: result.app.id })} aria-label={t('chat-open-app', { name: result.app.name })}>
            <AppTile id={result.app.id} icon={result.app.icon} size="xs" />
            <span className="truncate">{result.app.name}</span>
          </a>
        )}
        {!turn.undone && result.chips.length > 0 && <Chips result={result} />}
        {!!result.offers?.length && !turn.undone && <Designs turn={turn} />}
        {result.work && (
          <Suspense fallback={null}>
            <WorkCard work={result.work} turn={turn.id} past={past} onNo={result.options?.[1] ? () => onSend(result.options![1]!) : undefined} />
          </Suspense>
        )}
        {!result.offers?.length && !result.work && !!result.options?.length && (
          <div className="chips">
            {result.options.map((option) => (
              <Button key={option} small onPress={() => onSend(option)}>{option}</Button>
            ))}
          </div>
        )}
        <Actions turn={turn} onSend={onSend} />
      </div>
    </article>
  );
}

function Designs({ turn }: { turn: Turn }) {
  const { pick } = useTalk();
  const explain = useExplain();
  const [busy, setBusy] = useState(false);
  const chosen = (number: number) => {
    setBusy(true);
    void pick(turn.id, number).catch((error: unknown) => toast({ text: explain(error), tone: 'danger' })).finally(() => setBusy(false));
  };
  return <Offers offers={turn.result.offers ?? []} busy={busy} onPick={(offer) => chosen(offer.number)} />;
}

function Actions({ turn, onSend }: { turn: Turn & { undone?: boolean }; onSend: (text: string) => void }) {
  const t = useText();
  const undo = useUndo();
  const [why, setWhy] = useState(false);
  const { language } = useLocale();
  const { result } = turn;
  const at = parseNaive(turn.at);
  const act = (key: string | number) => {
    if (key === 'copy') void navigator.clipboard?.writeText(result.reply).then(() => toast({ text: t('chat-copied') }));
    else if (key === 'again') onSend(turn.text);
    else if (key === 'reword') {
      setDraft('chat', turn.text);
      document.getElementById('composer')?.focus();
    }
  };
  return (
    <div className="turn-actions">
      {turn.undone ? (
        <span className="muted small undone">{t('undone')}</span>
      ) : (
        result.undoable && (
          <Button small look="plain" icon="undo" isDisabled={undo.isPending} onPress={() => undo.mutate(turn.id)}>
            {t('undo')}
          </Button>
        )
      )}
      {result.decision && <Button small look="plain" onPress={() => setWhy(true)}>{t('chat-why')}</Button>}
      <MenuTrigger>
        <AriaButton className="icon-button plain turn-more" aria-label={t('chat-actions')}><Icon name="more" size={18} /></AriaButton>
        <Popover placement="bottom start">
          <Menu className="menu" onAction={act}>
            <Item id="copy" icon="copy" label={t('chat-copy')} />
            <Item id="again" icon="retry" label={t('chat-again')} />
            <Item id="reword" icon="edit" label={t('chat-reword')} />
          </Menu>
        </Popover>
      </MenuTrigger>
      {at && <time className="said-at num" dateTime={turn.at}>{clock(at, language)}</time>}
      {why && result.decision && <Why id={result.decision.id} onClose={() => setWhy(false)} />}
    </div>
  );
}

function Item({ id, icon, label }: { id: string; icon: IconName; label: string }) {
  return (
    <MenuItem id={id} className="menu-item" textValue={label}>
      <Icon name={icon} size={18} />
      <span>{label}</span>
    </MenuItem>
  );
}
