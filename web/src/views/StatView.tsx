/** The app's numbers, large: how far each is towards its goal, its last periods in small, and whether it rises or falls. */
import type { AppSpec, Entity, Metric } from '../api/types';
import { nowIn } from '../i18n/dates';
import { formatNumber, formatQuantity, quantityIn } from '../i18n/format';
import { useLocale, useText } from '../i18n/text';
import { goalOf, useMetricText } from '../shell/Glance';
import { Empty } from '../ui/Empty';
import { Icon } from '../ui/Icon';
import { useRows } from './data';
import { sparkOf, trendOf, type MetricSpec } from './spark';

const PERIODS = 14;
const R = 34;
const AROUND = 2 * Math.PI * R;

export default function StatView({ app, metrics }: { app: AppSpec; metrics: Metric[] }) {
  const t = useText();
  if (!metrics.length) return <Empty icon="stat" title={t('stat-none-title')} text={t('stat-none-text')} />;
  const specs = (app.metrics ?? []) as MetricSpec[];
  return (
    <div className="view scroll">
      <div className="stats">
        {metrics.map((metric, index) => {
          const spec = specs.find((one) => one.name === metric.name) ?? specs[index];
          const entity = app.entities.find((one) => one.name === spec?.entity) ?? app.entities[0];
          return entity && <Stat key={metric.name ?? metric.label} app={app} metric={metric} spec={spec} entity={entity} />;
        })}
      </div>
    </div>
  );
}

function Stat({ app, metric, spec, entity }: { app: AppSpec; metric: Metric; spec: MetricSpec | undefined; entity: Entity }) {
  const t = useText();
  const locale = useLocale();
  const { language, tz } = locale;
  const text = useMetricText();
  const { rows, isWhole } = useRows(app.id, entity.name);
  const goal = goalOf(metric);
  const share = goal && goal.value && typeof metric.value === 'number' ? metric.value / goal.value : undefined;
  const limit = goal?.direction === 'at_most';
  const over = limit && share !== undefined && share > 1;
  const values = spec && isWhole ? sparkOf(rows, entity, spec, nowIn(tz), PERIODS) : undefined;
  const trend = values && trendOf(values);
  const state = share === undefined ? '' : t(over ? 'stat-over' : limit ? 'stat-within' : share >= 1 ? 'stat-reached' : 'stat-towards', { share: formatQuantity(Math.round(share * 100), '%', language) });
  return (
    <section className="card stat" aria-label={metric.label}>
      <span className="muted small">{metric.label}{metric.period ? ` · ${t(`period-${metric.period}`)}` : ''}</span>
      <div className="stat-main">
        {share !== undefined && (
          <svg className={`stat-ring${over ? ' over' : ''}`} viewBox="0 0 80 80" width="80" height="80" role="img" aria-label={state}>
            <circle className="ring-track" cx="40" cy="40" r={R} fill="none" strokeWidth="8" />
            <circle className="stat-part" cx="40" cy="40" r={R} fill="none" strokeWidth="8" strokeLinecap="round" strokeDasharray={`${Math.max(0, Math.min(1, share)) * AROUND} ${AROUND}`} transform="rotate(-90 40 40)" opacity={share > 0 ? 1 : 0} />
            <text x="40" y="45" textAnchor="middle" className="stat-share num">{formatQuantity(Math.round(share * 100), '%', language)}</text>
          </svg>
        )}
        <div>
          <span className="stat-value num">{text(metric)}</span>
          {goal && <p className="muted small">{t('stat-goal', { goal: quantityIn(goal.value, metric.unit, locale) })}</p>}
          {state && <p className={`small${over ? ' stat-warn' : ' muted'}`}>{over && <Icon name="warn" size={14} />} {state}</p>}
        </div>
      </div>
      {values && values.some((value) => value) && <Spark values={values} label={t('stat-spark', { label: metric.label, values: values.map((value) => (value === null ? '–' : formatNumber(value, language))).join(', ') })} />}
      {trend !== undefined && Math.abs(trend) >= 0.005 && (
        <p className="muted small"><Icon name={trend > 0 ? 'up' : 'down'} size={14} /> {t(trend > 0 ? 'stat-more' : 'stat-less', { share: formatQuantity(Math.round(Math.abs(trend) * 100), '%', language) })}</p>
      )}
    </section>
  );
}

function Spark({ values, label }: { values: readonly (number | null)[]; label: string }) {
  const known = values.filter((value): value is number => value !== null);
  const [low, high] = [Math.min(0, ...known), Math.max(0, ...known)];
  const x = (index: number) => 4 + (index / Math.max(1, values.length - 1)) * 192;
  const y = (value: number) => 40 - ((value - low) / (high - low || 1)) * 34;
  const d = values.map((value, index) => (value === null ? '' : `${index && values[index - 1] !== null ? 'L' : 'M'}${x(index).toFixed(1)} ${y(value).toFixed(1)}`)).join('');
  const last = values.at(-1);
  return (
    <svg className="spark" viewBox="0 0 200 46" preserveAspectRatio="none" role="img" aria-label={label}>
      <path d={d} fill="none" vectorEffect="non-scaling-stroke" />
      {typeof last === 'number' && <path className="spark-end" d={`M${x(values.length - 1)} ${y(last)}h0.01`} fill="none" vectorEffect="non-scaling-stroke" />}
    </svg>
  );
}
