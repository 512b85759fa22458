/** One memory in the list: what it says, from when and from where, and what can be done with it. */
import type { Fact } from '../api/types';
import { formatWhen } from '../i18n/format';
import { useLocale, useText } from '../i18n/text';
import { IconButton } from '../ui/Button';
import { Source } from './Source';
import { isDerived, isOver, isOwn } from './facts';

export interface Doing {
  onEdit: () => void;
  onDetails: () => void;
  onForget: () => void;
  onPin: (pinned: boolean) => void;
}

export function FactRow({ fact, onEdit, onDetails, onForget, onPin }: { fact: Fact } & Doing) {
  const t = useText();
  const locale = useLocale();
  const pinned = Boolean(fact.pinned);
  const own = fact.tier === 'fact' && !isDerived(fact);
  return (
    <li className={`fact${own ? '' : ' passing'}${isOver(fact) ? ' over' : ''}`}>
      <div className="version-text">
        <p>{fact.text}</p>
        <p className="muted small">
          {formatWhen(fact.at, locale)}
          {fact.theme && fact.theme !== 'other' && <> · {t(`memory-theme-${fact.theme}`)}</>}
          {fact.tier === 'turn' && !isDerived(fact) && <> · {t('memory-passing')}</>}
          {fact.valid_until && <> · {t('memory-held-until', { when: formatWhen(fact.valid_until.slice(0, 10), locale) })}</>}
          <Source fact={fact} before=" · " />
        </p>
      </div>
      {isOwn(fact) && (
        <IconButton
          icon="memory" size={18} className={pinned ? 'pinned' : 'wide-only'} aria-pressed={pinned}
          label={`${t(pinned ? 'memory-unpin' : 'memory-pin-short')}: ${fact.text}`}
          onPress={() => onPin(!pinned)}
        />
      )}
      <IconButton icon="info" label={`${t('memory-details')}: ${fact.text}`} size={18} onPress={onDetails} />
      {own && <IconButton icon="edit" className="wide-only" label={`${t('edit')}: ${fact.text}`} size={18} onPress={onEdit} />}
      {isOwn(fact) && <IconButton icon="trash" label={`${t('memory-forget')}: ${fact.text}`} size={18} onPress={onForget} />}
    </li>
  );
}
