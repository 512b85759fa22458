/** The workshop: every task that is or was worked on, and a way to a new one. */
import { useState } from 'react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { api } from '../api/client';
import type { RunLine } from '../api/runs';
import { inZone } from '../i18n/dates';
import { formatWhen } from '../i18n/format';
import { useLocale, useText } from '../i18n/text';
import { useExplain } from '../shell/explain';
import { PageHead } from '../shell/PageHead';
import { addressOf, go } from '../shell/router';
import { Button } from '../ui/Button';
import { Empty, Skeleton } from '../ui/Empty';
import { Icon } from '../ui/Icon';
import { Sheet } from '../ui/Sheet';
import { RunView } from './RunView';
import { StartRun } from './StartRun';
import { RunBadge, RunCost } from './words';
import '../history/history.css';
import '../settings/settings.css';
import '../chat/chat.css';
import './runs.css';

const PAGE = 30;

export default function RunsPage({ run }: { run?: string | undefined }) {
  const t = useText();
  if (run) {
    return (
      <section className="pane column" aria-label={t('nav-runs')}>
        <PageHead title={t('nav-runs')} lead={<a className="icon-button plain" href={addressOf({ name: 'runs' })} aria-label={t('run-all')}><Icon name="back" /></a>} />
        <div className="page-body scroll"><RunView key={run} id={run} /></div>
      </section>
    );
  }
  return <List />;
}

function List() {
  const t = useText();
  const explain = useExplain();
  const [making, setMaking] = useState(false);
  const runs = useInfiniteQuery({
    queryKey: ['runs', 'all'],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam }) => api.runs(pageParam ? { before: pageParam } : {}),
    getNextPageParam: (page) => (page.runs.length >= PAGE ? page.runs.at(-1)?.id : undefined),
  });
  const all = runs.data?.pages.flatMap((page) => page.runs) ?? [];
  const first = runs.data?.pages[0];
  return (
    <section className="pane column" aria-label={t('nav-runs')}>
      <PageHead title={t('nav-runs')}>
        {first?.available && <Button small look="solid" icon="plus" onPress={() => setMaking(true)}>{t('runs-new')}</Button>}
      </PageHead>
      <div className="page-body scroll">
        <div>
          {runs.isPending && <Skeleton label={t('loading')} rows={6} />}
          {runs.isError && <Empty icon="warn" title={t('runs-failed')} text={explain(runs.error)}><Button onPress={() => void runs.refetch()}>{t('try-again')}</Button></Empty>}
          {first && !first.available && all.length > 0 && <p className="muted">{t('runs-no-model')}</p>}
          {first && !all.length && (
            <Empty icon="tool" title={t('runs-none-title')} text={t(first.available ? 'runs-none-text' : 'runs-no-model')}>
              {first.available && <Button look="solid" icon="plus" onPress={() => setMaking(true)}>{t('runs-new')}</Button>}
            </Empty>
          )}
          {all.length > 0 && <ul className="runs">{all.map((one) => <Line key={one.id} run={one} />)}</ul>}
          {runs.hasNextPage && <Button look="plain" isDisabled={runs.isFetchingNextPage} onPress={() => void runs.fetchNextPage()}>{t('runs-earlier')}</Button>}
        </div>
      </div>
      {making && (
        <Sheet title={t('runs-new')} isOpen wide onClose={() => setMaking(false)}>
          <StartRun {...(first ? { most: first.budget_usd } : {})} onBegun={(id) => go({ name: 'runs', run: id })} />
        </Sheet>
      )}
    </section>
  );
}

function Line({ run }: { run: RunLine }) {
  const t = useText();
  const locale = useLocale();
  const when = inZone(run.at, locale.tz)?.toISOString().slice(0, 16) ?? run.at;
  return (
    <li>
      <a className="run-row" href={addressOf({ name: 'runs', run: run.id })}>
        <span className="run-row-task">{run.task}</span>
        <span className="run-row-foot">
          <RunBadge state={run.state} />
          <span className="muted small">{formatWhen(when, locale)}</span>
          <span className="muted small num">{t('run-count', { count: run.count })}</span>
          <RunCost cost={run.cost_usd} most={null} />
        </span>
      </a>
    </li>
  );
}
