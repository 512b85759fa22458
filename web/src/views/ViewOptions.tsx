/** Everything about a view, by hand: its kind, fields, order, groups, conditions, and what a chart draws. Kept, it is a version. */
import { Suspense, useDeferredValue, useState } from 'react';
import type { AppSpec, ChartKind, Entity, Field, View, ViewKind } from '../api/types';
import { SPANS } from '../charts/periods';
import { useText } from '../i18n/text';
import { go } from '../shell/router';
import { Button, IconButton } from '../ui/Button';
import { Skeleton } from '../ui/Empty';
import { Sheet } from '../ui/Sheet';
import { Conditions, ready } from './Conditions';
import { placeOf, useSaveViews, useDraft } from './draft';
import { ChartView } from './kinds';
import { NUMERIC, fieldOf } from './rows';
import { moved } from './table/columns';

const KINDS: ViewKind[] = ['table', 'list', 'cards', 'form', 'checklist', 'calendar', 'board', 'timeline', 'chart', 'stat', 'gallery', 'map'];
const CHARTS: ChartKind[] = ['bar', 'stacked', 'line', 'area', 'pie', 'heatmap', 'scatter'];
const AGGREGATES = ['sum', 'count', 'mean', 'median', 'min', 'max', 'last'];
const STEPS = ['day', 'week', 'month', 'quarter', 'year'];
const GRAINS = [...STEPS, 'weekday'];

/** The kinds that an entity's fields can fill. */
export function kindsFor(entity: Entity, app: AppSpec): ViewKind[] {
  const dated = entity.fields.some((field) => field.type === 'date' || field.type === 'datetime');
  const sorted = entity.fields.some((field) => field.type === 'choice' || field.type === 'boolean');
  return KINDS.filter((kind) => (kind === 'calendar' ? dated : kind === 'board' ? sorted : kind === 'stat' ? Array.isArray(app.metrics) && app.metrics.length > 0 : true));
}

/** A view as it can be stored: what its kind does not know is left out, so that a later kind does not inherit it. */
export function tidied(view: View, entity: Entity): View {
  const known = (name: string | null | undefined) => (fieldOf(entity, name) ? name : null);
  const chart = view.kind === 'chart';
  const grain = chart && GRAINS.includes(view.group_by ?? '') ? view.group_by : null;
  return {
    ...view,
    fields: (view.fields ?? []).filter((name) => fieldOf(entity, name)),
    group_by: known(view.group_by) ?? grain ?? null,
    split_by: chart && view.chart === 'stacked' ? (known(view.split_by) ?? null) : null,
    sort: view.sort && known(view.sort.field) ? view.sort : null,
    where: ready((view.where ?? []).filter((condition) => fieldOf(entity, condition.field))),
    chart: chart ? (view.chart ?? 'bar') : null,
    span: chart ? (view.span ?? null) : null,
    compare: chart && !!view.compare,
    layout: view.kind === 'calendar' ? (view.layout ?? null) : null,
  };
}

function Pick({ id, label, value, options, none, onChange }: { id: string; label: string; value: string | null | undefined; options: { value: string; label: string }[]; none?: string; onChange: (value: string | null) => void }) {
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select id={id} className="input" value={value ?? ''} onChange={(event) => onChange(event.target.value || null)}>
        {none !== undefined && <option value="">{none}</option>}
        {options.map((option) => <option key={option.value} value={option.value}>{option.label}</option>)}
      </select>
    </div>
  );
}

function FieldList({ entity, value, onChange }: { entity: Entity; value: string[]; onChange: (names: string[]) => void }) {
  const t = useText();
  const names = value.length ? value : entity.fields.map((field) => field.name);
  const rest = entity.fields.filter((field) => !names.includes(field.name));
  return (
    <fieldset className="field-list">
      <legend className="field-label">{t('view-fields')}</legend>
      <ul>
        {[...names.flatMap((name) => fieldOf(entity, name) ?? []), ...rest].map((field) => {
          const on = names.includes(field.name);
          return (
            <li key={field.name}>
              <label className="check-row"><input type="checkbox" checked={on} disabled={on && names.length === 1} onChange={(event) => onChange(event.target.checked ? [...names, field.name] : names.filter((name) => name !== field.name))} /><span>{field.label}</span></label>
              {on && <IconButton icon="up" size={16} label={t('view-field-up', { field: field.label })} isDisabled={names[0] === field.name} onPress={() => onChange(moved(names, field.name, { steps: -1 }))} />}
              {on && <IconButton icon="down" size={16} label={t('view-field-down', { field: field.label })} isDisabled={names.at(-1) === field.name} onPress={() => onChange(moved(names, field.name, { steps: 1 }))} />}
            </li>
          );
        })}
      </ul>
    </fieldset>
  );
}

export default function ViewOptions({ app, index, onClose }: { app: AppSpec; index: number; onClose: () => void }) {
  const t = useText();
  const draft = useDraft(app, index);
  const save = useSaveViews(app);
  const [view, setView] = useState<View>(draft.view);
  const stored = app.views[index] as View;
  const entity = app.entities.find((other) => other.name === view.entity) ?? app.entities[0];
  const seen = useDeferredValue(entity ? tidied(view, entity) : view);
  if (!entity) return null;
  const set = (change: Partial<View>) => setView({ ...view, ...change });
  const named = (fields: readonly Field[]) => fields.map((field) => ({ value: field.name, label: field.label }));
  const groupable = entity.fields.filter((field) => field.type !== 'image' && field.type !== 'long_text');
  const numbers = entity.fields.filter((field) => NUMERIC.has(field.type));
  const isChart = view.kind === 'chart';
  const scatter = isChart && view.chart === 'scatter';
  const measured = (view.fields ?? []).filter((name) => numbers.some((field) => field.name === name));
  const run = (change: (latest: AppSpec) => AppSpec | undefined, then?: () => void) => {
    save.mutate(change, {
      onSuccess: () => {
        draft.reset();
        then?.();
        onClose();
      },
    });
  };
  const keep = () => run((latest) => {
    const at = placeOf(latest.views, stored, index);
    return at < 0 ? undefined : { ...latest, views: latest.views.map((other, n) => (n === at ? tidied(view, entity) : other)) };
  });
  const copy = () => run((latest) => ({ ...latest, views: [...latest.views, tidied(view, entity)] }), () => go({ name: 'app', app: app.id, view: app.views.length }, true));
  const remove = () => run((latest) => {
    const at = placeOf(latest.views, stored, index);
    return at < 0 || latest.views.length < 2 ? undefined : { ...latest, views: latest.views.filter((_, n) => n !== at) };
  }, () => go({ name: 'app', app: app.id, view: Math.max(0, index - 1) }, true));
  return (
    <Sheet title={t('view-options')} isOpen onClose={onClose}>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          keep();
        }}
      >
        <div className="field">
          <label htmlFor="view-title">{t('view-title')}</label>
          <input id="view-title" className="input" value={view.title ?? ''} maxLength={80} placeholder={t(`view-${view.kind}`)} onChange={(event) => set({ title: event.target.value })} />
        </div>
        <Pick id="view-kind" label={t('view-kind')} value={view.kind} options={kindsFor(entity, app).map((kind) => ({ value: kind, label: t(`view-${kind}`) }))} onChange={(kind) => set({ kind: (kind ?? view.kind) as ViewKind })} />
        {app.entities.length > 1 && <Pick id="view-entity" label={t('view-entity')} value={entity.name} options={app.entities.map((other) => ({ value: other.name, label: other.label }))} onChange={(name) => set({ entity: name ?? view.entity, fields: [], group_by: null, split_by: null, sort: null, where: [] })} />}
        {isChart && (
          <>
            <Pick id="view-chart" label={t('view-chart')} value={view.chart ?? 'bar'} options={CHARTS.map((kind) => ({ value: kind, label: t(`chart-kind-${kind}`) }))} onChange={(kind) => set({ chart: kind as ChartKind })} />
            <Pick id="view-measure" label={t(scatter ? 'view-across' : 'view-measure')} value={measured[0]} {...(scatter ? {} : { none: t('view-count') })} options={named(numbers)} onChange={(name) => set({ fields: name ? [name, ...(scatter ? measured.slice(1) : [])] : [], aggregate: name ? (view.aggregate === 'count' ? 'sum' : view.aggregate ?? null) : 'count' })} />
            {scatter && <Pick id="view-up" label={t('view-up')} value={measured[1]} options={named(numbers)} onChange={(name) => set({ fields: name ? [measured[0] ?? numbers[0]?.name ?? name, name] : measured })} />}
            {!scatter && measured.length > 0 && <Pick id="view-aggregate" label={t('view-aggregate')} value={view.aggregate ?? 'sum'} options={AGGREGATES.map((name) => ({ value: name, label: t(`aggregate-${name}`) }))} onChange={(name) => set({ aggregate: name })} />}
            {!scatter && view.chart !== 'heatmap' && <Pick id="view-by" label={t('view-by')} value={view.group_by} none={t('view-by-time')} options={[{ value: 'weekday', label: t('view-by-weekday') }, ...named(groupable.filter((field) => !NUMERIC.has(field.type)))]} onChange={(name) => set({ group_by: name })} />}
            {!scatter && !view.group_by && view.chart !== 'heatmap' && <Pick id="view-step" label={t('view-step')} value={view.period} none={t('view-step-auto')} options={STEPS.map((step) => ({ value: step, label: t(`step-${step}`) }))} onChange={(step) => set({ period: step })} />}
            {!scatter && <Pick id="view-span" label={t('chart-span')} value={view.span} none={t('view-step-auto')} options={SPANS.map((span) => ({ value: span, label: t(`span-${span}`) }))} onChange={(span) => set({ span: span as View['span'] })} />}
            {view.chart === 'stacked' && <Pick id="view-split" label={t('view-split')} value={view.split_by} none={t('view-none')} options={named(groupable.filter((field) => !NUMERIC.has(field.type)))} onChange={(name) => set({ split_by: name })} />}
          </>
        )}
        {isChart && (
          <section className="view-preview" aria-label={t('view-preview')}>
            <h3 className="field-label">{t('view-preview')}</h3>
            <Suspense fallback={<Skeleton label={t('loading')} rows={4} />}>
              <ChartView key={`${view.entity}/${view.chart}`} app={app} entity={entity} view={seen} index={index} isPreview draft={{ change: (more) => setView((before) => ({ ...before, ...more })) }} />
            </Suspense>
          </section>
        )}
        {!isChart && view.kind !== 'stat' && (
          <>
            <FieldList entity={entity} value={view.fields ?? []} onChange={(fields) => set({ fields })} />
            {view.kind !== 'form' && view.kind !== 'calendar' && view.kind !== 'timeline' && view.kind !== 'map' && view.kind !== 'checklist' && (
              <Pick id="view-group" label={t(view.kind === 'board' ? 'view-columns' : 'view-group')} value={view.group_by} none={t('view-none')} options={named(view.kind === 'board' ? groupable.filter((field) => !field.formula && (field.type === 'choice' || field.type === 'boolean' || field.type === 'rating')) : groupable)} onChange={(name) => set({ group_by: name })} />
            )}
            {view.kind !== 'form' && view.kind !== 'calendar' && view.kind !== 'timeline' && (
              <>
                <Pick id="view-sort" label={t('view-sort')} value={view.sort?.field} none={t('view-sort-latest')} options={named(groupable)} onChange={(name) => set({ sort: name ? { field: name, descending: view.sort?.descending ?? false } : null })} />
                {view.sort && <label className="check-row"><input type="checkbox" checked={view.sort.descending} onChange={(event) => view.sort && set({ sort: { ...view.sort, descending: event.target.checked } })} /><span>{t('column-descending')}</span></label>}
              </>
            )}
          </>
        )}
        {view.kind !== 'form' && view.kind !== 'stat' && (
          <fieldset className="field-list"><legend className="field-label">{t('filter-title')}</legend><Conditions entity={entity} value={view.where ?? []} onChange={(where) => set({ where })} /></fieldset>
        )}
        <div className="row wrap">
          <Button type="submit" look="solid" isDisabled={save.isPending}>{t('save')}</Button>
          <Button icon="copy" isDisabled={save.isPending} onPress={copy}>{t('view-copy')}</Button>
          {app.views.length > 1 && <Button look="danger" icon="trash" isDisabled={save.isPending} onPress={remove}>{t('view-remove')}</Button>}
        </div>
      </form>
    </Sheet>
  );
}
