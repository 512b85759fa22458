/** Saved, saving, sending or offline: always visible, never in the way. */
import { useSyncExternalStore } from 'react';
import { activity, type Status } from '../api/activity';
import { useText } from '../i18n/text';
import { Icon, type IconName } from '../ui/Icon';

const ICONS: Record<Status, IconName> = { saved: 'check', saving: 'sync', sending: 'sync', offline: 'offline' };

export const useStatus = (): Status => useSyncExternalStore(activity.subscribe, activity.snapshot).status;

/** A dot with a word. */
export function StatusBadge() {
  const t = useText();
  const status = useStatus();
  return (
    <span className={`status ${status}`} role="status" aria-label={t('status-label', { status: t(`status-${status}`) })}>
      <Icon name={ICONS[status]} size={14} />
      <span aria-hidden="true">{t(`status-${status}`)}</span>
    </span>
  );
}

/** Says that the home is out of reach, and that what was typed stays. */
export function OfflineBanner() {
  const t = useText();
  if (useStatus() !== 'offline') return null;
  return (
    <div className="offline-banner" role="alert">
      <Icon name="offline" size={18} />
      <span>{t('offline-banner')}</span>
    </div>
  );
}
