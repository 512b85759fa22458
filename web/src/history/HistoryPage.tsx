/** Every change of the home, day by day: what, in which app, before and after; take it back; look at an app as it was. */
import { useState } from 'react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { api } from '../api/client';
import { useApps, useUndo } from '../api/queries';
import type { Step, StepItem } from '../api/types';
import { clock, isoDay, nowIn, parseNaive, relativeDay } from '../i18n/dates';
import { useLocale, useText } from '../i18n/text';
import { PageHead } from '../shell/PageHead';
import { addressOf, go } from '../shell/router';
import { AppTile } from '../ui/AppTile';
import { Button } from '../ui/Button';
import { Empty, Skeleton } from '../ui/Empty';
import { Icon, type IconName } from '../ui/Icon';
import { AsOf } from './AsOf';
import './history.css';

const ICONS: Record<StepItem['kind'], IconName> = { record: 'form', app: 'apps', reminder: 'due', memory: 'memory', preference: 'settings' };

export default function HistoryPage({ app }: { app?: string | undefined }) {
  const t = useText();
  const locale = useLocale();
  const apps = useApps();
  const [past, setPast] = useState(false);
  const changes = useInfiniteQuery({
    queryKey: ['changes', app ?? ''],
    initialPageParam: undefined as number | undefined,
    queryFn: ({ pageParam }) => api.changes(app, pageParam),
    getNextPageParam: (page) => page.next ?? undefined,
    select: (data) => data.pages.flatMap((page) => page.changes),
  });
  const chosen = apps.data?.find((one) => one.id === app);
  const now = nowIn(locale.tz);
  let day = '';
  return (
    <section className="pane column" aria-label={t('nav-history')}>
      <PageHead title={t('nav-history')}>
        {chosen && <Button small icon="clock" onPress={() => setPast(true)}>{t('history-as-of')}</Button>}
      </PageHead>
      <div className="page-body scroll">
        <div>
          <div className="field">
            <label htmlFor="history-app">{t('history-which')}</label>
            <select
              id="history-app" className="input" value={app ?? ''}
              onChange={(event) => go(event.target.value ? { name: 'history', app: event.target.value } : { name: 'history' }, true)}
            >
              <option value="">{t('history-everything')}</option>
              {apps.data?.map((one) => <option key={one.id} value={one.id}>{one.icon} {one.name}</option>)}
            </select>
          </div>
          {changes.isPending && <Skeleton label={t('loading')} rows={6} />}
          {changes.data?.length === 0 && <Empty icon="history" title={t('history-none-title')} text={t('history-none-text')} />}
          <ol className="steps">
            {changes.data?.map((step) => {
              const at = parseNaive(step.at);
              const separator = at && isoDay(at) !== day ? relativeDay(at, now, locale.language) : '';
              if (at) day = isoDay(at);
              return (
                <li key={step.turn_id}>
                  {separator && <h2 className="step-day">{separator}</h2>}
                  <StepCard step={step} time={at ? clock(at, locale.language) : ''} />
                </li>
              );
            })}
          </ol>
          {changes.hasNextPage && (
            <Button look="plain" isDisabled={changes.isFetchingNextPage} onPress={() => void changes.fetchNextPage()}>{t('history-earlier')}</Button>
          )}
        </div>
      </div>
      {past && chosen && <AsOf app={chosen} onClose={() => setPast(false)} />}
    </section>
  );
}

function StepCard({ step, time }: { step: Step; time: string }) {
  const t = useText();
  const undo = useUndo();
  const rest = step.count - step.items.length;
  return (
    <article className={`step${step.undone ? ' undone' : ''}`}>
      <div className="step-head">
        <time className="num muted small">{time}</time>
        <span className="step-said truncate">
          {step.undoes ? t('history-undid') : step.said ? (
            <a href={addressOf({ name: 'chat', turn: step.turn_id })}>{step.said}</a>
          ) : t('history-by-hand')}
        </span>
        {step.undone ? (
          <span className="muted small">{t('undone')}</span>
        ) : (
          <Button small look="plain" icon="undo" isDisabled={undo.isPending} onPress={() => undo.mutate(step.turn_id)}>{t('undo')}</Button>
        )}
      </div>
      <ul className="step-items">
        {step.items.map((item) => <ItemRow key={`${item.kind}/${item.id}`} item={item} />)}
        {rest > 0 && <li className="muted small">{t('history-more', { count: rest })}</li>}
      </ul>
    </article>
  );
}

function ItemRow({ item }: { item: StepItem }) {
  const t = useText();
  const version = item.kind === 'app' ? item.fields[0]?.after : undefined;
  return (
    <li className="step-item">
      {item.app_id ? <AppTile id={item.app_id} icon={item.icon} size="s" /> : <span className="step-icon"><Icon name={ICONS[item.kind]} size={18} /></span>}
      <div className="version-text">
        <p>
          <span className={`op ${item.op}`}>{t(`history-${item.op}`)}</span>{' '}
          {item.kind === 'preference' ? t('nav-settings') : item.title}
          {item.kind === 'record' && <span className="muted"> · {item.app_name}</span>}
          {version && <span className="muted"> · {t('app-version', { number: version })}</span>}
        </p>
        {item.kind === 'record' && item.op === 'updated' && item.fields.map((field) => (
          <p key={field.label} className="small muted">
            {field.label}: {field.before ? <del>{field.before}</del> : '–'} → {field.after ? <ins>{field.after}</ins> : '–'}
          </p>
        ))}
        {item.kind === 'record' && item.op !== 'updated' && (
          <p className="small muted">{item.fields.map((field) => field.after || field.before).filter((text) => text && text !== item.title).join(' · ')}</p>
        )}
      </div>
    </li>
  );
}
