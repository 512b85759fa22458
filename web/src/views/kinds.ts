/** The kinds of view, each a script of its own, fetched when it is first shown or shortly before. */
import type { View } from '../api/types';
import { soon } from '../ui/soon';

export const TableView = soon(() => import('./table/TableView'));
export const FormView = soon(() => import('./FormView'));
export const ChartView = soon(() => import('./ChartView'));
export const CalendarView = soon(() => import('./CalendarView'));
export const ChecklistView = soon(() => import('./ChecklistView'));
export const StatView = soon(() => import('./StatView'));
export const BoardView = soon(() => import('./BoardView'));
export const MapView = soon(() => import('./MapView'));
export const WidgetView = soon(() => import('../widgets/WidgetView'));
export const CardsView = soon(() => import('./CardsView'));

/** Fetches the script of a kind. */
export function loadKind(kind: View['kind']): Promise<unknown> {
  switch (kind) {
    case 'table': return TableView.load();
    case 'form': return FormView.load();
    case 'chart': return ChartView.load();
    case 'calendar': return CalendarView.load();
    case 'checklist': return ChecklistView.load();
    case 'stat': return StatView.load();
    case 'board': return BoardView.load();
    case 'map': return MapView.load();
    case 'custom': return WidgetView.load();
    default: return CardsView.load();
  }
}
