/** The app's numbers, large, with how far each is towards its goal. */
import type { Metric } from '../api/types';
import { formatQuantity } from '../i18n/format';
import { useLocale, useText } from '../i18n/text';
import { goalOf, useMetricText } from '../shell/Glance';
import { Empty } from '../ui/Empty';

export default function StatView({ metrics }: { metrics: Metric[] }) {
  const t = useText();
  const { language } = useLocale();
  const text = useMetricText();
  if (!metrics.length) return <Empty icon="stat" title={t('records-none-title')} text={t('records-none-text')} />;
  return (
    <div className="view scroll">
      <div className="stats">
        {metrics.map((metric) => {
          const goal = goalOf(metric);
          const share = goal && typeof metric.value === 'number' ? Math.min(1, Math.max(0, metric.value / goal.value)) : undefined;
          const period = (metric as { period?: string }).period;
          return (
            <section key={`${metric.name ?? metric.label}`} className="card stat" aria-label={metric.label}>
              <span className="muted small">{metric.label}{period ? ` · ${t(`period-${period}`)}` : ''}</span>
              <span className="stat-value num">{text(metric)}</span>
              {goal && <span className="muted small">{t('stat-goal', { goal: formatQuantity(goal.value, metric.unit, language) })}</span>}
              {share !== undefined && (
                <div className="bar-track" role="progressbar" aria-label={metric.label} aria-valuemin={0} aria-valuemax={100} aria-valuenow={Math.round(share * 100)}>
                  <div className="bar-fill" style={{ width: `${share * 100}%` }} />
                </div>
              )}
            </section>
          );
        })}
      </div>
    </div>
  );
}
