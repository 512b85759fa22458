/** The entries of an app as they were at a moment of the past. */
import { useState } from 'react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '../api/client';
import { useApp } from '../api/queries';
import { addDays, nowIn } from '../i18n/dates';
import { formatValue } from '../i18n/format';
import { useLocale, useText } from '../i18n/text';
import { Skeleton } from '../ui/Empty';
import { Sheet } from '../ui/Sheet';

export function AsOf({ app, onClose }: { app: { id: string; name: string }; onClose: () => void }) {
  const t = useText();
  const locale = useLocale();
  const now = nowIn(locale.tz);
  const [when, setWhen] = useState(addDays(now, -1).toISOString().slice(0, 16));
  const spec = useApp(app.id);
  const past = useQuery({
    queryKey: ['records', app.id, 'as-of', when],
    queryFn: () => api.records(app.id, { as_of: when, limit: 500 }),
    enabled: /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(when),
    placeholderData: keepPreviousData,
  });
  const entity = spec.data?.app.entities[0];
  const fields = entity?.fields.filter((field) => field.type !== 'image').slice(0, 8) ?? [];
  const rows = past.data?.records.filter((record) => record.entity === entity?.name) ?? [];
  return (
    <Sheet title={t('history-as-of-title', { name: app.name })} isOpen onClose={onClose} wide>
      <div className="field">
        <label htmlFor="as-of">{t('history-when')}</label>
        <input id="as-of" type="datetime-local" className="input" value={when} max={now.toISOString().slice(0, 16)} onChange={(event) => setWhen(event.target.value)} />
      </div>
      {!past.data || !entity ? <Skeleton label={t('loading')} rows={4} /> : (
        <>
          <p className="muted small" role="status">{t('records-count', { count: past.data.total })}</p>
          <div className="scroll as-of">
            <table className="answer-rows">
              <thead><tr>{fields.map((field) => <th key={field.name} scope="col">{field.label}</th>)}</tr></thead>
              <tbody>
                {rows.map((record) => (
                  <tr key={record.id}>
                    {fields.map((field) => <td key={field.name}>{formatValue(record.values[field.name] ?? record.computed?.[field.name], field, locale)}</td>)}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </>
      )}
    </Sheet>
  );
}
