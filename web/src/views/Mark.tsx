/** What a record shows of its way to the home: nothing when it is there, else a sign with its name for those who listen. */
import { outbox } from '../offline/outbox';
import { useRowState } from '../offline/useOutbox';
import type { StateName } from '../offline/states';
import { Problem } from '../api/problems';
import { useText } from '../i18n/text';
import { useExplain } from '../shell/explain';
import { showOverlay } from '../shell/overlay';
import { Button } from '../ui/Button';
import { Icon, type IconName } from '../ui/Icon';

const ICONS: Record<StateName, IconName> = { sending: 'sync', waiting: 'clock', refused: 'warn', conflict: 'warn' };

/** The sign beside a record's name. */
export function Mark({ id }: { id: string }) {
  const state = useRowState(id)?.state;
  return state ? <Sign state={state} /> : null;
}

function Sign({ state }: { state: StateName }) {
  const t = useText();
  return (
    <span className={`mark mark-${state}`} title={t(`row-${state}`)}>
      <Icon name={ICONS[state]} size={14} />
      <span className="sr">{t(`row-${state}`)}</span>
    </span>
  );
}

/** On an opened record: how it stands, why, and what can be done about it. `onClose` is called once it is done. */
export function Standing({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useText();
  const explain = useExplain();
  const standing = useRowState(id);
  if (!standing) return null;
  const { state, item } = standing;
  const why = item?.problem && !item.problem.theirs ? item.problem.detail || explain(new Problem(item.problem.kind, 0)) : '';
  const act = (run: Promise<void>) => {
    onClose();
    void run;
  };
  return (
    <div className={`standing standing-${state}`} role={state === 'refused' || state === 'conflict' ? 'alert' : 'status'}>
      <p><Icon name={ICONS[state]} size={16} /> <strong>{t(`row-${state}`)}</strong></p>
      {why && <p>{why}</p>}
      <p className="small">{t(`standing-${state}`)}</p>
      {item && (state === 'refused' || state === 'conflict') && (
        <div className="row wrap">
          {state === 'conflict' ? (
            <Button small look="solid" onPress={() => { onClose(); showOverlay({ name: 'conflict', key: item.key }); }}>{t('standing-choose')}</Button>
          ) : (
            <Button small look="soft" icon="retry" onPress={() => act(outbox.retry(item.key))}>{t('chat-retry')}</Button>
          )}
          <Button small look="plain" onPress={() => act(outbox.drop(item.key))}>{t('outbox-take-back')}</Button>
        </div>
      )}
    </div>
  );
}
