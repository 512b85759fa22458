/** What the home of the stories holds: an app with every kind of view, its entries, a talk. Names are data, not words of the page. */
import type {
  AppSpec, AppSummary, Decision, Field, Metric, RecordRow, Reminder, RestoreCounts, RestorePreview, Series, Token, Turn, TurnResult, ViewKind,
} from '../api/types';

const KINDS: readonly ViewKind[] = [
  'table', 'list', 'cards', 'form', 'calendar', 'board', 'chart', 'stat', 'checklist', 'timeline', 'gallery', 'map',
];

export const FIELDS: Field[] = [
  { name: 'where', label: 'Where', type: 'text', required: true },
  { name: 'from', label: 'From', type: 'date' },
  { name: 'state', label: 'State', type: 'choice', choices: [{ value: 'idea' }, { value: 'booked' }, { value: 'gone' }] },
  { name: 'cost', label: 'Cost', type: 'money', currency: 'EUR' },
  { name: 'days', label: 'Days', type: 'integer', minimum: 1 },
  { name: 'per_day', label: 'Per day', type: 'money', currency: 'EUR', formula: 'cost / days' },
  { name: 'packed', label: 'Packed', type: 'boolean' },
  { name: 'stars', label: 'Stars', type: 'rating' },
  { name: 'place', label: 'Place', type: 'place' },
  { name: 'picture', label: 'Picture', type: 'image' },
];

export const APP: AppSpec = {
  id: 'app_trips', name: 'Trips', icon: '🧳', summary: 'Where to next', language: 'en', version: 3,
  entities: [{ name: 'trip', label: 'Trip', fields: FIELDS, title_field: 'where', time_field: 'from', done_field: 'packed' }],
  views: KINDS.map((kind) => ({
    kind, entity: 'trip',
    ...(kind === 'board' ? { group_by: 'state' } : {}),
    ...(kind === 'chart' ? { fields: ['cost'], chart: 'bar' as const, group_by: 'state', aggregate: 'sum' } : {}),
  })),
};

/** A day near today, so that calendars and words such as 'tomorrow' have something to show. */
export const day = (offset: number): string => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);

const SMALL = 'a'.repeat(64);

export const ROWS: RecordRow[] = (
  [
    ['Lisbon', -20, 'gone', 640, 4, true, 5, 'Lisbon (38.72, -9.14)', SMALL],
    ['Palermo', -8, 'gone', 480, 3, true, 4, 'Palermo (38.12, 13.36)', null],
    ['Bergen', 2, 'booked', 390, 2, false, null, 'Bergen (60.39, 5.32)', SMALL],
    ['Kyoto', 16, 'booked', 1900, 10, false, null, 'Kyoto (35.01, 135.77)', null],
    ['Oslo', 40, 'idea', 520, 3, false, null, 'Oslo (59.91, 10.75)', null],
  ] as const
).map(([where, from, state, cost, days, packed, stars, place, picture], index) => ({
  id: `rec_${index}`, entity: 'trip', version: 1, created_at: `${day(-30 + index)}T09:00:00Z`, time_at: `${day(from)}T00:00`,
  values: { where, from: day(from), state, cost, days, packed, stars, place, picture },
  computed: { per_day: cost / days },
}));

export const METRICS: Metric[] = [
  { name: 'spent', label: 'Spent', value: 3930, formatted: '€3,930', unit: 'EUR', period: 'year', goal: { value: 5000, direction: 'at_most', period: 'year' } },
  { name: 'trips', label: 'Trips', value: 5, formatted: '5', period: 'year' },
  { name: 'nights', label: 'Nights', value: 22, formatted: '22', period: 'year', goal: { value: 20, direction: 'at_least', period: 'year' } },
];

export const SUMMARY: AppSummary = { ...APP, glance: METRICS };

export const SERIES: Series = {
  kind: 'bar', field: 'cost', unit: 'EUR', group_by: 'state', aggregate: 'sum',
  points: [{ x: 'gone', y: 1120 }, { x: 'booked', y: 2290 }, { x: 'idea', y: 520 }],
};

export const REMINDERS: Reminder[] = [
  { id: 'rem_1', text: 'Call the dentist', next: `${day(0)}T07:00`, status: 'due' },
  { id: 'rem_2', text: 'Water the plants', next: `${day(1)}T08:00`, rrule: 'FREQ=DAILY', status: 'waiting' },
];

export const TOKENS: Token[] = [
  { id: 'aaaaaaaaaaaa', label: 'Kitchen scale', scopes: ['log'], created_at: '2026-03-01T10:00:00+00:00', used_at: '2026-03-04T07:10:00+00:00' },
  { id: 'bbbbbbbbbbbb', label: 'My editor', scopes: ['read', 'log', 'apps'], created_at: '2026-02-01T10:00:00+00:00', used_at: null },
];

export const NOTHING: RestoreCounts = { added: 0, replaced: 0, gone: 0, same: 3 };
const some: RestoreCounts = { added: 2, replaced: 1, gone: 4, same: 30 };

export const RESTORE: RestorePreview = {
  id: 'restore_1', made_at: '2026-03-01T10:00:00+00:00', records: some, memories: some, reminders: NOTHING, turns: some,
  apps: [
    { id: 'app_1', name: 'Coffee', icon: '☕', change: 'added', records: some },
    { id: 'app_trips', name: 'Trips', icon: '🧳', change: 'replaced', records: some },
    { id: 'app_2', name: 'Walks', icon: '🚶', change: 'gone', records: { ...NOTHING, gone: 7 } },
  ],
};

export const DECISION: Decision = {
  id: 'dec_1', option: 'log_record', why: 'the words name a field of Trips', policy: 'embedded 1',
  alternatives: [{ option: 'log_record', probability: 0.91, why: 'a number and a place' }, { option: 'ask', probability: 0.09, why: 'no question mark' }],
};

export const RESULT: TurnResult = {
  id: 'turn_1', reply: 'Added to Trips: Lisbon, €640.', language: 'en', act: 'log', app: APP,
  records: [{ id: 'rec_0', app_id: APP.id, entity: 'trip', change: 'added', values: { where: 'Lisbon', cost: 640 } }],
  chips: [
    { record_id: 'rec_0', field: 'where', label: 'Where', value: 'Lisbon', formatted: 'Lisbon' },
    { record_id: 'rec_0', field: 'cost', label: 'Cost', value: 640, formatted: '€640', sure: false },
  ],
  answer: null, reminders: [], memories: [], decision: { id: 'dec_1', option: 'log_record', why: '' }, undoable: true,
};

export const ANSWER: TurnResult = {
  ...RESULT, id: 'turn_2', reply: '€3,930 this year.', act: 'ask', records: [], chips: [], undoable: false,
  answer: {
    value: 3930, unit: 'EUR', words: 'Sum of Cost, this year', count: 5,
    rows: ROWS.map((row) => ({ id: row.id, ...row.values })),
    chart: { kind: 'line', points: ROWS.map((row) => ({ x: String(row.values.from), y: Number(row.values.cost) })) },
  },
};

const at = (minute: number) => `${day(0)}T08:${String(minute).padStart(2, '0')}:00`;

export const TURNS: (Turn & { undone?: boolean })[] = [
  { id: 'turn_1', at: at(1), text: 'Lisbon cost 640', result: RESULT },
  { id: 'turn_2', at: at(2), text: 'what did trips cost this year?', result: ANSWER },
  { id: 'turn_3', at: at(3), text: 'a trips app please', result: { ...RESULT, id: 'turn_3', reply: 'Made: Trips.', act: 'create_app', records: [], chips: [] } },
  { id: 'turn_4', at: at(4), text: '640', result: { ...RESULT, id: 'turn_4', reply: 'Which one is meant?', act: 'clarify', app: null, records: [], chips: [], options: ['Trips', 'Coffee'], undoable: false } },
];
