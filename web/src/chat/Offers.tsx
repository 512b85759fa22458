/** Designs of an app side by side, or one that asks for more than its own entries: the person picks, and only then it is made. */
import { useText } from '../i18n/text';
import { imageAddress } from '../fields/images';
import type { Offer } from '../api/types';
import { AppTile } from '../ui/AppTile';
import { Button } from '../ui/Button';
import { Icon } from '../ui/Icon';

export function Offers({ offers, busy, onPick }: { offers: readonly Offer[]; busy: boolean; onPick: (offer: Offer) => void }) {
  const t = useText();
  const pick = (offer: Offer) => t(offer.asks?.length ? 'making-allow' : 'making-pick');
  const asking = offers.length === 1 && !!offers[0]?.asks?.length;
  return (
    <ul className="offers" aria-label={t(asking ? 'making-asks-title' : 'making-offers-title')}>
      {offers.map((offer) => (
        <li key={offer.number} className="card offer">
          <div className="making-good">
            <AppTile id={offer.option} icon={offer.icon || '📒'} size="s" />
            <strong>{asking ? offer.name : offer.option}</strong>
          </div>
          {offer.picture && <img className="frame" src={imageAddress(offer.picture)} alt={t('making-frame', { name: offer.name })} width={480} height={400} />}
          {offer.summary && <p className="small">{offer.summary}</p>}
          <p className="muted small">{offer.fields.join(' · ')}</p>
          <p className="muted small">{offer.views.map((kind) => t(`view-${kind}`)).join(' · ')}</p>
          {offer.asks?.map((one) => <p key={one} className="small offer-ask"><Icon name="lock" size={16} />{one}</p>)}
          <Button small look="solid" isDisabled={busy} onPress={() => onPick(offer)} aria-label={`${pick(offer)}: ${offer.name}`}>{pick(offer)}</Button>
        </li>
      ))}
    </ul>
  );
}
