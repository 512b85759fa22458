/** A living card of an app: its first number with its goal, the last two weeks, the other numbers in a line. */
import type { CSSProperties } from 'react';
import type { AppSummary, Metric } from '../api/types';
import { formatNumber } from '../i18n/format';
import { useLocale, useText } from '../i18n/text';
import { goalOf, useMetricText } from '../shell/Glance';
import { showOverlay } from '../shell/overlay';
import { addressOf } from '../shell/router';
import { AppTile, hueOf } from '../ui/AppTile';
import { IconButton } from '../ui/Button';
import { Ring } from '../ui/Ring';
import { Trend } from '../ui/Trend';

export function GlanceCard({ app, trend }: { app: AppSummary; trend: (number | null)[] | undefined }) {
  const t = useText();
  const text = useMetricText();
  const [first, ...others] = app.glance;
  return (
    <article className="hued glance-card" style={{ '--hue': hueOf(app.id) } as CSSProperties} aria-label={app.name}>
      <a href={addressOf({ name: 'app', app: app.id })} className="glance-head">
        <AppTile id={app.id} icon={app.icon} size="s" />
        <span className="truncate">{app.name}</span>
      </a>
      <div className="glance-body">
        <div className="glance-number">
          <span className="glance-value num">{first ? text(first) : '–'}</span>
          <span className="muted small">{first ? `${first.label}${periodOf(first, t)}` : app.summary}</span>
        </div>
        {first && <GoalRing metric={first} />}
      </div>
      <div className="glance-foot">
        {trend && trend.some((value) => value !== null) && <Trend values={trend} label={t('today-trend')} />}
        <span className="glance-others small muted">
          {others.slice(0, 2).map((metric) => (
            <span key={metric.label} className="truncate"><b className="num">{text(metric)}</b> {metric.label}</span>
          ))}
        </span>
        <IconButton icon="plus" label={t('today-add-to', { name: app.name })} look="soft" className="glance-add" onPress={() => showOverlay({ name: 'add', app })} />
      </div>
    </article>
  );
}

function periodOf(metric: Metric, t: (id: string) => string): string {
  return metric.period && ['day', 'week', 'month', 'year'].includes(metric.period) ? ` · ${t(`period-${metric.period}`)}` : '';
}

function GoalRing({ metric }: { metric: Metric }) {
  const t = useText();
  const { language } = useLocale();
  const goal = goalOf(metric);
  if (!goal?.value || typeof metric.value !== 'number') return null;
  const progress = metric.value / goal.value;
  const over = goal.direction === 'at_most' && progress > 1;
  const percent = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 0 }).format(progress);
  return (
    <Ring progress={progress} over={over} text={over ? '!' : percent} label={`${percent} ${t('stat-goal', { goal: formatNumber(goal.value, language) })}`} />
  );
}
