/** Why a turn did what it did: the option taken, those passed over, and the policy. */
import { useDecision } from '../api/queries';
import type { TurnResult } from '../api/types';
import { formatNumber } from '../i18n/format';
import { useLocale, useText } from '../i18n/text';
import { Skeleton } from '../ui/Empty';
import { Sheet } from '../ui/Sheet';

/** `log_record` → `log record`: option ids that have no words of their own. */
const plain = (option: string) => option.replaceAll('_', ' ');

export function Why({ decision, onClose }: { decision: NonNullable<TurnResult['decision']>; onClose: () => void }) {
  const t = useText();
  const { language } = useLocale();
  const query = useDecision(decision.id, true);
  const alternatives = query.data?.alternatives ?? [];
  return (
    <Sheet title={t('chat-why-title')} isOpen onClose={onClose}>
      <p>{query.data?.explanation || decision.why}</p>
      {query.isPending && <Skeleton label={t('loading')} rows={2} />}
      {alternatives.length > 0 && (
        <>
          <h3 className="label">{t('chat-considered')}</h3>
          <ul className="weights">
            {alternatives.map((other) => (
              <li key={other.option} className={other.option === decision.option ? 'taken' : ''}>
                <span className="weight-name">{plain(other.option)}</span>
                <meter min={0} max={1} value={other.probability} aria-label={plain(other.option)} />
                <span className="num muted small">{formatNumber(other.probability * 100, language, 0)} %</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </Sheet>
  );
}
