/** One view of an app, drawn by its kind. Every kind is loaded when it is first shown. */
import type { AppSpec, Metric } from '../api/types';
import { DraftBar } from './DraftBar';
import { useDraft } from './draft';
import { BoardView, CalendarView, CardsView, ChartView, ChecklistView, FormView, MapView, StatView, TableView, WidgetView } from './kinds';
import './views.css';

export default function OneView({ app, index, metrics }: { app: AppSpec; index: number; metrics: Metric[] }) {
  const draft = useDraft(app, index);
  const { view } = draft;
  const entity = app.entities.find((other) => other.name === view.entity) ?? app.entities[0];
  if (!entity) return null;
  const shown = () => {
    switch (view.kind) {
      case 'table': return <TableView app={app} entity={entity} draft={draft} />;
      case 'form': return <FormView app={app} entity={entity} fields={view.fields} />;
      case 'chart': return <ChartView key={view.entity} app={app} entity={entity} view={view} index={index} draft={draft} />;
      case 'calendar': return <CalendarView app={app} entity={entity} view={view} index={index} draft={draft} />;
      case 'checklist': return <ChecklistView app={app} entity={entity} view={view} />;
      case 'stat': return <StatView app={app} metrics={metrics} />;
      case 'board': return <BoardView app={app} entity={entity} view={view} />;
      case 'map': return <MapView app={app} entity={entity} view={view} />;
      case 'custom': return <WidgetView key={`${app.id}/${app.version}`} app={app} entity={entity} view={view} />;
      default: return <CardsView key={view.kind} app={app} entity={entity} view={view} />;
    }
  };
  return (
    <>
      <DraftBar draft={draft} />
      {shown()}
    </>
  );
}
