/** What a memory is kept for: the law, or an app; then it never goes by itself. */
import { api } from '../api/client';
import { useApps } from '../api/queries';
import { useText } from '../i18n/text';
import { useChange } from './useFacts';

export function KeptFor({ id, value }: { id: string; value: string }) {
  const t = useText();
  const apps = useApps();
  const keep = useChange((kept_for: string) => api.careForMemory(id, { kept_for: kept_for || null }), () => t('memory-changed'));
  const known = apps.data ?? [];
  return (
    <div className="field">
      <label htmlFor="kept-for">{t('memory-kept-for')}</label>
      <select id="kept-for" className="input" value={value} disabled={keep.isPending} onChange={(event) => keep.mutate(event.target.value)}>
        <option value="">{t('memory-kept-for-none')}</option>
        <option value="legal">{t('memory-kept-for-legal')}</option>
        {known.map((app) => <option key={app.id} value={app.id}>{t('memory-kept-for-app', { name: app.name })}</option>)}
        {value && value !== 'legal' && !known.some((app) => app.id === value) && <option value={value}>{t('memory-kept-for-app', { name: value })}</option>}
      </select>
    </div>
  );
}
