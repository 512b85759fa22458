/** One metric of an app in one line: value, and how far towards its goal. */
import type { Goal, Metric } from '../api/types';
import { formatQuantity } from '../i18n/format';
import { useLocale } from '../i18n/text';

/** The goal of a metric, however it was given. */
export function goalOf(metric: Metric): Goal | undefined {
  if (metric.goal === null || metric.goal === undefined) return undefined;
  return typeof metric.goal === 'number' ? { value: metric.goal } : metric.goal;
}

/** The metric's value in words. */
export function useMetricText(): (metric: Metric) => string {
  const { language } = useLocale();
  return (metric) => {
    if (metric.formatted) return metric.formatted;
    if (typeof metric.value === 'number') return formatQuantity(metric.value, metric.unit, language);
    return metric.value === null || metric.value === undefined ? '–' : String(metric.value);
  };
}

export function GlanceLine({ metric }: { metric: Metric | undefined }) {
  const text = useMetricText();
  if (!metric) return null;
  return (
    <span className="glance num truncate">
      {text(metric)} <span className="glance-label">{metric.label}</span>
    </span>
  );
}
