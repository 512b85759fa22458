/** Designs of an app side by side: the person picks one, and only then it is made. */
import { useText } from '../i18n/text';
import type { Offer } from '../api/types';
import { AppTile } from '../ui/AppTile';
import { Button } from '../ui/Button';

export function Offers({ offers, busy, onPick }: { offers: readonly Offer[]; busy: boolean; onPick: (offer: Offer) => void }) {
  const t = useText();
  return (
    <ul className="offers" aria-label={t('making-offers-title')}>
      {offers.map((offer) => (
        <li key={offer.number} className="card offer">
          <div className="making-good">
            <AppTile id={offer.option} icon={offer.icon || '📒'} size="s" />
            <strong>{offer.option}</strong>
          </div>
          {offer.summary && <p className="small">{offer.summary}</p>}
          <p className="muted small">{offer.fields.join(' · ')}</p>
          <p className="muted small">{offer.views.map((kind) => t(`view-${kind}`)).join(' · ')}</p>
          <Button small look="solid" isDisabled={busy} onPress={() => onPick(offer)} aria-label={`${t('making-pick')}: ${offer.name}`}>{t('making-pick')}</Button>
        </li>
      ))}
    </ul>
  );
}
