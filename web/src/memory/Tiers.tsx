/** Which kind of memories is listed: asked to be kept, said in passing, the last days, where apps keep what, everything. */
import type { Overview, Tier } from '../api/types';
import { useLocale, useText } from '../i18n/text';

const KINDS = ['fact', 'turn', 'episode', 'app', 'all'] as const;

export function Tiers({ counts, shown, onShow }: { counts: Overview['tiers'] | undefined; shown: Tier | 'all'; onShow: (tier: Tier | 'all') => void }) {
  const t = useText();
  const { language } = useLocale();
  const kinds = KINDS.filter((kind) => kind !== 'app' || counts?.app || shown === 'app'); // a home may have no app
  return (
    <fieldset className={`memory-tiers${kinds.length % 2 ? ' odd' : ''}`}>
      <legend className="sr">{t('memory-tiers')}</legend>
      {kinds.map((kind) => (
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
