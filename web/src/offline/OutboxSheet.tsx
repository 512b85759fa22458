/** Everything that waits on this device: what it is, since when, and what the home said to it. */
import { useQuery } from '@tanstack/react-query';
import { api } from '../api/client';
import { Problem } from '../api/problems';
import { clock, inZone, relativeDay, nowIn } from '../i18n/dates';
import { formatValue } from '../i18n/format';
import { useLocale, useText } from '../i18n/text';
import { useExplain } from '../shell/explain';
import { showOverlay } from '../shell/overlay';
import { Button } from '../ui/Button';
import { Sheet } from '../ui/Sheet';
import type { Waiting } from './items';
import { outbox } from './outbox';
import { useOutbox } from './useOutbox';

export default function OutboxSheet({ onClose }: { onClose: () => void }) {
  const t = useText();
  const waiting = useOutbox();
  return (
    <Sheet title={t('outbox-title')} isOpen onClose={onClose}>
      <p className="muted">{waiting.length ? t('outbox-text') : t('outbox-empty')}</p>
      <ul className="outbox">{waiting.map((item) => <Item key={item.key} item={item} onClose={onClose} />)}</ul>
      {waiting.some((item) => !item.problem) && (
        <Button look="solid" icon="sync" onPress={() => void outbox.flush()}>{t('outbox-send-now')}</Button>
      )}
    </Sheet>
  );
}

function Item({ item, onClose }: { item: Waiting; onClose: () => void }) {
  const t = useText();
  const explain = useExplain();
  const { tz, language } = useLocale();
  const at = inZone(item.at, tz);
  const words = useWords(item);
  return (
    <li>
      <span className="outbox-what">{words}</span>
      <span className="muted small">
        {t(`outbox-kind-${item.kind}`)}
        {at && ` · ${relativeDay(at, nowIn(tz), language)}, ${clock(at, language)}`}
      </span>
      {item.problem && <span className="field-error">{item.problem.theirs ? t('standing-conflict') : item.problem.detail || explain(new Problem(item.problem.kind, 0))}</span>}
      <span className="row">
        {item.problem?.theirs && <Button small look="solid" onPress={() => {
            onClose();
            showOverlay({ name: 'conflict', key: item.key });
          }}>{t('standing-choose')}</Button>}
        {item.problem && !item.problem.theirs && <Button small look="soft" icon="retry" onPress={() => void outbox.retry(item.key)}>{t('chat-retry')}</Button>}
        {(item.problem || !item.tried) && (
          <Button small look="plain" onPress={() => void outbox.drop(item.key)}>{t('outbox-take-back')}</Button>
        )}
      </span>
    </li>
  );
}

/** The item in words: what was said, or the app and the values. */
function useWords(item: Waiting): string {
  const locale = useLocale();
  const app = item.kind === 'say' ? undefined : item.app;
  const spec = useQuery({ queryKey: ['app', app ?? ''], queryFn: () => api.app(app ?? ''), enabled: !!app, retry: false }).data?.app;
  if (item.kind === 'say') return item.text;
  const values = item.kind === 'remove' ? (item.base?.values ?? {}) : item.values;
  const fields = spec?.entities.flatMap((entity) => entity.fields) ?? [];
  const parts = Object.entries(values).map(([name, value]) => {
    const field = fields.find((one) => one.name === name);
    return field ? formatValue(value, field, locale) : String(value ?? '');
  });
  return [spec?.name, parts.filter(Boolean).join(' · ')].filter(Boolean).join(': ');
}
