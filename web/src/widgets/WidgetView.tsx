/** A view that is the app's own code, in its frame; where the code fails, a plain sentence and a way on, never nothing. */
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { batch } from '../api/many';
import { useUndoToast } from '../api/queries';
import { call } from '../api/typed';
import type { AppSpec, Entity, View } from '../api/types';
import { useLocale, useText } from '../i18n/text';
import { useExplain } from '../shell/explain';
import { useTheme } from '../settings/theme';
import { Button } from '../ui/Button';
import { Empty, Skeleton } from '../ui/Empty';
import { Sheet } from '../ui/Sheet';
import { toast } from '../ui/toasts';
import { readRows, refreshAround } from '../views/data';
import '../charts/charts.css'; // the colours that a widget is given to draw with
import { allowedOf, appFor, lookOf } from './given';
import { WidgetHost, type Doors, type Ending } from './host';
import { CALISSON, type Change } from './protocol';
import './widgets.css';

interface WidgetAnswer {
  version: number;
  frame: string | null;
  problem: string | null;
  line: number | null;
  reads: string[];
  writes: string[];
}

interface Props {
  app: AppSpec;
  entity: Entity;
  view: View;
}

/** This long for the code to come and show itself. */
const PATIENCE_MS = 15_000;

export default function WidgetView({ app, entity, view }: Props) {
  const t = useText();
  const explain = useExplain();
  const query = useQuery({
    queryKey: ['widget', app.id, app.version],
    queryFn: (): Promise<WidgetAnswer> => call('get', '/apps/{app_id}/widget', { path: { app_id: app.id } }),
    staleTime: Infinity,
    gcTime: 0,
  });
  const [ended, setEnded] = useState<{ why: Ending; message: string }>();
  const again = () => {
    setEnded(undefined);
    void query.refetch();
  };
  if (query.isPending || (query.isFetching && !query.data)) return <Skeleton label={t('loading')} rows={5} />;
  if (query.isError) return <Fallback text={explain(query.error)} onRetry={again} />;
  const { data } = query;
  if (!data.frame) return <Fallback text={t('widget-broken')} detail={data.problem ?? ''} />;
  if (ended) return <Fallback text={t(`widget-${ended.why}`)} detail={ended.message} onRetry={again} />;
  return <Frame key={`${data.frame}${query.dataUpdatedAt}`} app={app} entity={entity} view={view} answer={data} address={data.frame} onEnd={(why, message) => setEnded({ why, message })} />;
}

function Fallback({ text, detail, onRetry }: { text: string; detail?: string; onRetry?: () => void }) {
  const t = useText();
  return (
    <Empty icon="warn" title={t('widget-failed-title')} text={text}>
      {detail && <details className="widget-detail"><summary>{t('widget-detail')}</summary><code>{detail}</code></details>}
      {onRetry && <Button look="solid" onPress={onRetry}>{t('try-again')}</Button>}
    </Empty>
  );
}

interface FrameProps extends Props {
  answer: WidgetAnswer;
  address: string;
  onEnd: (why: Ending, message: string) => void;
}

function Frame({ app, entity, view, answer, address, onEnd }: FrameProps) {
  const t = useText();
  const client = useQueryClient();
  const explain = useExplain();
  const undoToast = useUndoToast();
  const locale = useLocale();
  const theme = useTheme();
  const element = useRef<HTMLIFrameElement>(null);
  const host = useRef<WidgetHost>(undefined);
  const [height, setHeight] = useState(0);
  const [shown, setShown] = useState(false);
  const [question, setQuestion] = useState<{ change: Required<Change>; answer: (yes: boolean) => void }>();
  const allowed = useMemo(() => allowedOf(app, answer.reads, answer.writes), [app, answer.reads, answer.writes]);
  const title = view.title || app.name;

  const apply = async (name: string, change: Required<Change>) => {
    try {
      const done = await batch(app.id, name, change);
      undoToast(t('widget-changed', { count: change.add.length + change.change.length + change.remove.length }), done.turn_id);
      await client.invalidateQueries({ queryKey: ['records', app.id, 'rows', name] });
      refreshAround(client, app.id);
    } catch (error) {
      toast({ text: explain(error), tone: 'danger' });
      throw error;
    }
  };
  const doors: Doors = {
    rows: (name) => readRows(client, app.id, name),
    apply,
    agreed: (change) => new Promise((resolve) => setQuestion({ change, answer: resolve })),
    sized: setHeight,
    shown: () => setShown(true),
    ended: onEnd,
  };
  const latest = useRef(doors);
  latest.current = doors;

  useEffect(() => {
    const made = new WidgetHost(allowed, {
      rows: (...given) => latest.current.rows(...given),
      apply: (...given) => latest.current.apply(...given),
      agreed: (...given) => latest.current.agreed(...given),
      sized: (...given) => latest.current.sized(...given),
      shown: () => latest.current.shown(),
      ended: (...given) => latest.current.ended(...given),
    });
    host.current = made;
    const frame = element.current;
    let loads = 0;
    const loaded = () => {
      loads += 1;
      if (loads > 1) made.end('left', '');
    };
    const heard = (event: MessageEvent) => {
      const window_ = frame?.contentWindow;
      if (!window_ || event.source !== window_ || event.data?.calisson !== CALISSON || event.data.type !== 'ready') return;
      made.start(window_, `${address}widget.js`, appFor(app, entity, title, allowed), lookOf(locale));
    };
    addEventListener('message', heard);
    frame?.addEventListener('load', loaded);
    if (frame) frame.src = address;
    const patience = setTimeout(() => setShown((is) => (is ? is : (made.end('silent', ''), is))), PATIENCE_MS);
    const unsubscribe = client.getQueryCache().subscribe(({ type, query }) => {
      const [head, id, kind, name] = query.queryKey;
      if (type !== 'updated' || head !== 'records' || id !== app.id || kind !== 'rows') return;
      if (typeof name === 'string' && allowed.reads.has(name) && query.state.status === 'success') soonStale(name);
    });
    const stale = new Map<string, ReturnType<typeof setTimeout>>();
    const soonStale = (name: string) => {
      if (!stale.has(name)) stale.set(name, setTimeout(() => (stale.delete(name), made.tell({ type: 'stale', entity: name })), 150));
    };
    return () => {
      removeEventListener('message', heard);
      frame?.removeEventListener('load', loaded);
      clearTimeout(patience);
      unsubscribe();
      stale.forEach(clearTimeout);
      made.stop();
    };
    // One frame, one host: what changes later reaches it through the bridge.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [address]);

  useEffect(() => {
    const tell = () => host.current?.tell({ type: 'look', look: lookOf(locale) });
    tell();
    const system = matchMedia('(prefers-color-scheme: dark)');
    system.addEventListener('change', tell);
    return () => system.removeEventListener('change', tell);
  }, [locale, theme]);

  const decide = useCallback(
    (yes: boolean) => {
      question?.answer(yes);
      setQuestion(undefined);
    },
    [question],
  );
  return (
    <div className="widget">
      {!shown && <Skeleton label={t('loading')} rows={5} />}
      <Sized height={shown ? Math.max(height + 4, 48) : 0}>
        <iframe ref={element} className="widget-frame" sandbox="allow-scripts" referrerPolicy="no-referrer" title={t('widget-title', { name: title })} />
      </Sized>
      {question && (
        <Sheet alert title={t('widget-ask-title')} isOpen onClose={() => decide(false)}>
          <p>{t(question.change.remove.length ? 'widget-ask-remove' : 'widget-ask-many', { name: app.name, count: question.change.remove.length || question.change.add.length + question.change.change.length })}</p>
          <div className="row">
            <Button look={question.change.remove.length ? 'danger' : 'solid'} onPress={() => decide(true)}>{t('widget-ask-yes')}</Button>
            <Button onPress={() => decide(false)}>{t('cancel')}</Button>
          </div>
        </Sheet>
      )}
    </div>
  );
}

/** As high as the widget says it is; set by script, because the page's policy allows no style attributes in markup. */
function Sized({ height, children }: { height: number; children: React.ReactNode }) {
  return <div className="widget-box" style={{ height }}>{children}</div>;
}
