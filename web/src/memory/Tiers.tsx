/** Which kind of memories is listed: what was asked to be kept, what was said in passing, the last days, or everything. */
import type { Overview, Tier } from '../api/types';
import { useLocale, useText } from '../i18n/text';

const KINDS = ['fact', 'turn', 'episode', 'all'] as const;

export function Tiers({ counts, shown, onShow }: { counts: Overview['tiers'] | undefined; shown: Tier | 'all'; onShow: (tier: Tier | 'all') => void }) {
  const t = useText();
  const { language } = useLocale();
  return (
    <fieldset className="memory-tiers">
      <legend className="sr">{t('memory-tiers')}</legend>
      {KINDS.map((kind) => (
        <label key={kind} className="memory-tier">
          <input type="radio" name="memory-tier" checked={shown === kind} onChange={() => onShow(kind)} />
          <span>
            {t(`memory-tier-${kind}`)}
            {kind !== 'all' && <span className="number"> {(counts?.[kind] ?? 0).toLocaleString(language)}</span>}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
