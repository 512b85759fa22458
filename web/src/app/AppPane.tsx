/** One app: its head, a tab for each view, its history, and changes by hand. */
import { Suspense, lazy, useRef, useState } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button as AriaButton, Menu, MenuItem, MenuTrigger, Popover, Tab, TabList, Tabs } from 'react-aria-components';
import { api } from '../api/client';
import { asProblem } from '../api/problems';
import { refreshApp, useApp, useUndoToast } from '../api/queries';
import type { AppFunction } from '../api/packages';
import type { AppSpec, View } from '../api/types';
import { useText } from '../i18n/text';
import { useExplain } from '../shell/explain';
import { setBeside, useBeside } from '../shell/beside';
import { go } from '../shell/router';
import { AppTile } from '../ui/AppTile';
import { Button, IconButton } from '../ui/Button';
import { Empty, Skeleton } from '../ui/Empty';
import { Icon, type IconName } from '../ui/Icon';
import { Sheet } from '../ui/Sheet';
import { soon } from '../ui/soon';
import { toast } from '../ui/toasts';
import { useWide } from '../ui/useWide';
import { AddField, ModelsMay, Rename } from './EditApp';
import { History } from './History';
import { RunFunction } from './RunFunction';
import { Panel } from './Panel';
import './app.css';

const ViewOptions = lazy(() => import('../views/ViewOptions'));
// Asked for with the pane itself, so that it is there when the app's specification is.
const OneView = soon(() => import('../views/OneView'));
void OneView.load().catch(() => undefined);

const ICONS: Partial<Record<View['kind'], IconName>> = {
  table: 'table', list: 'list', cards: 'cards', form: 'form', calendar: 'calendar', chart: 'chart', stat: 'stat',
  checklist: 'checklist', timeline: 'timeline', gallery: 'cards', board: 'cards', map: 'list',
};

type Open = `run:${string}` | 'view' | 'history' | 'delete' | 'rename' | 'field' | 'models' | undefined;

export default function AppPane({ id, view = 0 }: { id: string; view?: number | undefined }) {
  const t = useText();
  const explain = useExplain();
  const wide = useWide();
  const beside = useBeside();
  const client = useQueryClient();
  const query = useApp(id);
  const undoToast = useUndoToast();
  const file = useRef<HTMLInputElement>(null);
  const [open, setOpen] = useState<Open>();
  const fail = (error: unknown) => toast({ text: explain(error), tone: 'danger' });
  const remove = useMutation({
    mutationFn: () => api.deleteApp(id),
    onSuccess: (written) => {
      undoToast(t('app-deleted'), written?.turn_id);
      go({ name: 'today' });
      void client.invalidateQueries();
    },
    onError: fail,
  });
  const takeIn = useMutation({
    mutationFn: (csv: File) => api.importCsv(id, csv),
    onSuccess: (report) => undoToast(t('app-imported', { count: report.added ?? 0 }), report.turn_id),
    onError: fail,
    onSettled: () => refreshApp(client, id),
  });
  if (query.isError && (!query.data || asProblem(query.error).kind === 'gone')) { // what is shown stays without a connection
    return (
      <section className="pane">
        <Empty icon="warn" title={t('view-failed-title')} text={explain(query.error)}>
          <Button look="solid" onPress={() => go({ name: 'chat' })}>{t('back')}</Button>
        </Empty>
      </section>
    );
  }
  if (!query.data) return <section className="pane"><Skeleton label={t('loading')} rows={6} /></section>;
  const { app, metrics } = query.data;
  const chosen = String(Math.min(view, Math.max(0, app.views.length - 1)));
  const functions = (app.functions as AppFunction[] | undefined) ?? [];
  const started = functions.find((one) => open === `run:${one.name}`);
  const act = (key: string | number) => {
    const [form, entity] = String(key).split(':');
    if (form === 'csv' || form === 'json' || form === 'ics') window.location.assign(api.appAddress(id, form, entity));
    else if (key === 'share' || key === 'share-all') window.location.assign(api.packageAddress(id, key === 'share-all'));
    else if (key === 'import') file.current?.click();
    else setOpen(key as Open);
  };
  return (
    <section className="pane" aria-label={app.name}>
      <header className="app-head">
        <IconButton label={t('back')} icon="back" onPress={() => go({ name: 'apps' })} />
        <AppTile id={app.id} icon={app.icon} />
        <div className="app-head-text">
          <h1 className="truncate">{app.name}</h1>
          <span className="muted small">{t('app-version', { number: app.version })}</span>
        </div>
        {wide && (
          <IconButton
            label={t(beside ? 'app-whole' : 'app-beside')} icon={beside ? 'expand' : 'chat'} onPress={() => setBeside(!beside)}
          />
        )}
        {wide && <IconButton label={t('view-options')} icon="sliders" onPress={() => setOpen('view')} />}
        {wide && <IconButton label={t('app-history')} icon="history" onPress={() => setOpen('history')} />}
        <MenuTrigger>
          <AriaButton className="icon-button" aria-label={t('app-menu')}><Icon name="more" /></AriaButton>
          <Popover>
            <Menu className="menu" onAction={act}>
              {!wide && <MenuItem id="view" className="menu-item"><Icon name="sliders" />{t('view-options')}</MenuItem>}
              {!wide && <MenuItem id="history" className="menu-item"><Icon name="history" />{t('app-history')}</MenuItem>}
              {functions.map((one) => <MenuItem key={one.name} id={`run:${one.name}`} className="menu-item"><Icon name="check" />{one.label || one.name}</MenuItem>)}
              <MenuItem id="rename" className="menu-item"><Icon name="edit" />{t('app-rename')}</MenuItem>
              <MenuItem id="field" className="menu-item"><Icon name="plus" />{t('app-add-field')}</MenuItem>
              <MenuItem id="models" className="menu-item"><Icon name="cpu" />{t('app-models')}</MenuItem>
              {app.entities.map((entity) => (
                <MenuItem key={entity.name} id={`csv:${entity.name}`} className="menu-item" textValue={t('app-export')}>
                  <Icon name="download" />{app.entities.length > 1 ? t('app-export-of', { name: entity.label }) : t('app-export')}
                </MenuItem>
              ))}
              <MenuItem id="share" className="menu-item"><Icon name="download" />{t('package-share')}</MenuItem>
              <MenuItem id="share-all" className="menu-item"><Icon name="download" />{t('package-share-records')}</MenuItem>
              <MenuItem id="json" className="menu-item"><Icon name="download" />{t('app-export-whole')}</MenuItem>
              {app.entities.some((entity) => entity.time_field) && <MenuItem id="ics" className="menu-item"><Icon name="calendar" />{t('app-export-calendar')}</MenuItem>}
              <MenuItem id="import" className="menu-item"><Icon name="upload" />{t('app-import')}</MenuItem>
              <MenuItem id="delete" className="menu-item"><Icon name="trash" />{t('app-delete')}</MenuItem>
            </Menu>
          </Popover>
        </MenuTrigger>
        <input
          ref={file}
          type="file"
          accept=".csv,text/csv"
          hidden
          aria-label={t('app-import')}
          onChange={(event) => {
            const csv = event.target.files?.[0];
            if (csv) takeIn.mutate(csv);
            event.target.value = '';
          }}
        />
      </header>
      <Tabs
        className="tabs"
        selectedKey={chosen}
        onSelectionChange={(key) => go({ name: 'app', app: id, view: Number(key) }, true)}
      >
        <TabList className="tab-list" aria-label={t('app-views')}>
          {app.views.map((shown, index) => (
            <Tab key={index} id={String(index)} className="tab">
              <Icon name={ICONS[shown.kind] ?? 'list'} size={17} />
              {shown.title || tabName(app, shown, t)}
            </Tab>
          ))}
        </TabList>
        <Panel>
          <Suspense fallback={<Skeleton label={t('loading')} rows={5} />}>
            <OneView key={chosen} app={app} index={Number(chosen)} metrics={metrics} />
          </Suspense>
        </Panel>
      </Tabs>
      {open === 'view' && <Suspense fallback={null}><ViewOptions app={app} index={Number(chosen)} onClose={() => setOpen(undefined)} /></Suspense>}
      {started && <RunFunction app={app} what={started} onClose={() => setOpen(undefined)} />}
      {open === 'history' && <History app={app} onClose={() => setOpen(undefined)} />}
      {open === 'rename' && <Rename app={app} onClose={() => setOpen(undefined)} />}
      {open === 'models' && <ModelsMay app={app} onClose={() => setOpen(undefined)} />}
      {open === 'field' && <AddField app={app} onClose={() => setOpen(undefined)} />}
      {open === 'delete' && (
        <Sheet alert title={t('app-delete')} isOpen onClose={() => setOpen(undefined)}>
          <p>{t('app-delete-text', { name: app.name })}</p>
          <div className="row">
            <Button look="danger" onPress={() => remove.mutate()}>{t('app-delete')}</Button>
            <Button onPress={() => setOpen(undefined)}>{t('cancel')}</Button>
          </div>
        </Sheet>
      )}
    </section>
  );
}

/** The kind of a view, and what it measures when there are several of the kind. */
function tabName(app: AppSpec, view: View, t: (id: string) => string): string {
  const kind = t(`view-${view.kind}`);
  if (app.views.filter((other) => other.kind === view.kind).length < 2) return kind;
  const fields = app.entities.find((entity) => entity.name === view.entity)?.fields ?? [];
  const measured = fields.find((field) => view.fields?.includes(field.name) && field.type !== 'date' && field.type !== 'datetime');
  return measured ? `${kind}: ${measured.label}` : kind;
}
