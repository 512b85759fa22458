/** The shapes of the HTTP interface (docs: the public contract). Values are stored the way the contract says. */

export type FieldType =
  | 'text' | 'long_text' | 'number' | 'integer' | 'quantity' | 'money' | 'percent' | 'duration' | 'date' | 'time'
  | 'datetime' | 'boolean' | 'choice' | 'multi_choice' | 'rating' | 'image' | 'link' | 'person' | 'place' | 'ref';

export type ViewKind =
  | 'table' | 'list' | 'cards' | 'form' | 'calendar' | 'board' | 'chart' | 'stat' | 'checklist' | 'timeline'
  | 'gallery' | 'map' | 'custom';

/** A stored value: dates `YYYY-MM-DD`, times `HH:MM`, durations in minutes, lists for multi-choice. */
export type Value = string | number | boolean | string[] | null;
export type Values = Record<string, Value>;

export interface Choice {
  value: string;
  label?: string | null;
  aliases?: string[];
  color?: string | null;
}

export interface Field {
  name: string;
  label: string;
  type: FieldType;
  aliases?: string[];
  unit?: string | null;
  currency?: string | null;
  choices?: Choice[];
  required?: boolean;
  default?: Value;
  minimum?: number | null;
  maximum?: number | null;
  formula?: string | null;
  ref?: string | null;
  strict?: boolean;
}

export interface Entity {
  name: string;
  label: string;
  fields: Field[];
  title_field?: string | null;
  time_field?: string | null;
  notes_field?: string | null;
  done_field?: string | null;
  sort?: Sort | null;
}

export interface View {
  kind: ViewKind;
  entity: string;
  title?: string;
  fields?: string[];
  group_by?: string | null;
  aggregate?: string | null;
  period?: 'day' | 'week' | 'month' | string | null;
  chart?: ChartKind | null;
  where?: Condition[];
  sort?: Sort | null;
  split_by?: string | null;
  span?: 'week' | 'month' | 'quarter' | 'year' | 'all' | null;
  compare?: boolean;
  layout?: 'month' | 'week' | 'agenda' | null;
}

export type ChartKind = 'line' | 'bar' | 'stacked' | 'area' | 'scatter' | 'pie' | 'heatmap';

export interface Sort {
  field: string;
  descending: boolean;
}

/** One condition on a record, as in questions. */
export interface Condition {
  field: string;
  op: 'eq' | 'ne' | 'lt' | 'le' | 'gt' | 'ge' | 'contains' | 'lacks' | 'in' | 'empty' | 'filled';
  value?: unknown;
}

/** The specification; what the page does not know it hands back untouched. */
export interface AppSpec {
  id: string;
  name: string;
  icon: string;
  summary?: string;
  language?: string;
  version: number;
  entities: Entity[];
  views: View[];
  [more: string]: unknown;
}

export interface Goal {
  value: number;
  direction?: 'at_least' | 'at_most';
  period?: string;
}

export interface Metric {
  name?: string;
  label: string;
  value: Value;
  unit?: string | null;
  formatted?: string | null;
  goal?: Goal | number | null;
  period?: string;
}

export interface AppSummary {
  id: string;
  name: string;
  icon: string;
  summary?: string;
  language?: string;
  version: number;
  updated_at?: string;
  glance: Metric[];
}

export interface RecordRow {
  id: string;
  entity: string;
  values: Values;
  computed?: Values;
  /** Goes up at every change. */
  version?: number;
  /** Kept on this device, not at the home yet. */
  waiting?: boolean;
  errors?: Record<string, string>;
  time_at?: string | null;
  created_at?: string;
  updated_at?: string;
}

export interface RecordPage {
  records: RecordRow[];
  total: number;
}

export interface Written {
  record: RecordRow;
  /** The turn that undoes it; none while it waits on this device. */
  turn_id?: string;
  /** Kept on this device, not at the home yet. */
  waiting?: boolean;
  /** Kept on this device because the home did not take it, or somebody else changed the same: the thing in the outbox. */
  refused?: string;
  /** What rules of the app have to say. */
  notices?: string[];
}

export interface Version {
  version: number;
  at: string;
  who?: string | null;
  reason?: string | null;
  current?: boolean;
}

export interface Point {
  x: string | number;
  y: number | null;
  group?: string | null;
}

export interface Series {
  points: Point[];
  unit?: string | null;
  kind?: string;
  group_by?: string;
  aggregate?: string;
  field?: string | null;
}

export interface TurnRecord {
  id: string;
  app_id: string;
  entity: string;
  change: 'added' | 'updated' | 'deleted';
  values: Values;
}

export interface Chip {
  record_id: string;
  field: string;
  label: string;
  value: Value;
  formatted: string;
  text?: string;
  sure?: boolean;
}

export interface Answer {
  value: Value;
  unit?: string | null;
  rows: Record<string, Value>[];
  query?: Record<string, unknown>;
  words?: string;
  chart?: (Partial<Series> & { kind?: string; [more: string]: unknown }) | null;
  count?: number;
}

export interface Reminder {
  id: string;
  text: string;
  next: string | null;
  rrule?: string | null;
  tz?: string;
  app_id?: string | null;
  status?: string;
}

/** One of several designs of an app, of which the person picks one. */
export interface Offer {
  number: number;
  option: string;
  name: string;
  icon: string;
  summary: string;
  fields: string[];
  views: string[];
  /** What it wants beyond its own app, a sentence each: picking it allows that. */
  asks?: string[];
  /** How it looks with invented entries: the id of a picture. */
  picture?: string | null;
}

export interface TurnResult {
  id: string;
  reply: string;
  language: string;
  act: string;
  app: AppSpec | null;
  records: TurnRecord[];
  chips: Chip[];
  answer: Answer | null;
  reminders: Reminder[];
  memories: { id: string; text: string; score?: number }[];
  decision: { id: string; option: string; why: string } | null;
  options?: string[];
  /** Designs of an app to choose from; `options` names them. */
  offers?: Offer[];
  /** Work of several steps that is offered, or begun. */
  work?: Work | null;
  /** The pictures that came with the words, by id. */
  images?: string[];
  undoable: boolean;
  /** What rules of apps have to say to it; the reply holds it too. */
  notices?: string[];
}

export interface Turn {
  id: string;
  at: string;
  text: string;
  result: TurnResult;
}

export interface Session {
  person: string;
  csrf: string;
  /** Tells homes apart that are served at the same address. */
  home?: string;
  language?: string | null;
  tz?: string | null;
  currency?: string | null;
  version?: string;
}

export interface Preferences {
  language?: string | null;
  tz?: string | null;
  currency?: string | null;
  name?: string | null;
  [more: string]: unknown;
}

export interface Decision {
  id: string;
  option: string;
  explanation?: string;
  why?: string;
  policy?: string;
  alternatives?: { option: string; probability: number; why?: string }[];
  evidence?: unknown[];
  memories?: MemoryUse[];
  [more: string]: unknown;
}

export interface ImportReport {
  added?: number;
  skipped?: number;
  problems?: (string | { path?: string; hint?: string; message?: string })[];
  turn_id?: string;
  [more: string]: unknown;
}

/** What Today shows beside the apps' numbers. */
export interface Today {
  recent: RecentEntry[];
  /** App id → the card's first number for each of the last fourteen days, today last. */
  trends: Record<string, (number | null)[]>;
}

export interface RecentEntry {
  id: string;
  app_id: string;
  app_name: string;
  icon: string;
  title: string;
  values: string[];
  at: string | null;
  added_at: string;
  turn_id?: string | null;
}

/** Something that is remembered; `score`, `why` when it answers a query. */
export interface Fact {
  id: string;
  text: string;
  at: string;
  tier: Tier;
  source?: string;
  /** The turns of a block, in order. */
  sources?: string[];
  speaker?: string;
  score?: number;
  why?: string;
  theme?: Theme;
  /** Whom it names: names, and its words for people. */
  people?: string[];
  pinned?: boolean;
  /** `legal`, or the id of the app that needs it. */
  kept_for?: string | null;
  uses?: number;
  policy?: MemoryPolicy;
  /** Naive local times between which it holds, as far as is known; `closed_by` is the later fact that ended it. */
  valid_from?: string;
  valid_until?: string;
  closed_by?: string;
}

/** What was asked to be kept, what was said in passing, a block of the last days, where an app keeps what. */
export type Tier = 'fact' | 'turn' | 'episode' | 'app';

/** What a list of memories shows. */
export interface MemoryAsk {
  q?: string;
  tier?: Tier | 'all';
  theme?: Theme;
  person?: string;
  speaker?: string;
  /** Days between which it was said, both included. */
  since?: string;
  until?: string;
  pinned?: boolean;
  over?: boolean;
}

export interface FactPage {
  memories: Fact[];
  /** Where to read on; null at the end. */
  next: string | null;
}

/** What the latest memories of a tier are about. */
export interface Overview {
  /** How many were counted: not all in a large home. */
  counted: number;
  tiers: Record<Tier, number>;
  /** `YYYY-MM` → theme → how many. */
  months: Record<string, Partial<Record<Theme, number>>>;
  /** `relation` where it is a word such as 'sister', in any language. */
  people: { name: string; relation: string | null; count: number; themes: Theme[] }[];
  speakers: Record<string, number>;
  pinned: number;
  over: number;
  /** Months in which something took an earlier thing's place. */
  turned: { month: string; texts: string[] }[];
}

export type Part = 'importance' | 'use' | 'freshness' | 'credit' | 'novelty';

/** Why a memory is kept: a score made of weighted parts, each from 0 to 1. */
export interface Reasons {
  score: number;
  parts: Record<Part, number>;
  weights: Record<Part, number>;
  /** Why it never goes by itself: `pinned`, `legal`, or the app that needs it. */
  kept: string | null;
  uses: number;
  last_used: string | null;
  is_set: boolean;
  /** The memory that says most of the same. */
  nearest: string | null;
}

/** One memory with everything about it; of one's own also why it is kept. */
export interface WholeFact extends Fact {
  reasons?: Reasons;
  /** What took its place. */
  later?: Fact;
  /** What a block is made of. */
  parts?: Fact[];
}

/** Somebody's name and what they are to the person, with the memory that says so. */
export interface Acquaintance {
  /** A relation such as `sister.older`. */
  relation: string;
  /** As it was said there. */
  name: string;
  /** The same for every spelling. */
  person: string;
  memory_id: string;
  text: string;
  at: string;
  /** False for who is no more what they were. */
  current: boolean;
}

/** One memory in one answer, and how it was found. */
export interface MemoryUse {
  id: string;
  turn_id: string;
  /** 0 for the one that the answer told. */
  place: number;
  how: 'words' | 'latest' | 'language' | 'meaning' | 'hop' | 'profile' | 'episode';
  /** The memory that led to it. */
  via: string | null;
  why: string;
  at: string;
  text: string;
  /** What the memory that led to it says. */
  bridge: string;
}

/** What taking a file of memories in would do. */
export interface MemoryFile {
  format: 'lines' | 'chatgpt' | 'claude' | 'mem0';
  conversations: number;
  facts: number;
  talk: number;
  replies: number;
  offers: number;
  known: number;
  skipped: number;
  first: string | null;
  last: string | null;
  examples: { kind: string; text: string }[];
}

export interface Vault {
  encrypted: boolean;
  locked: boolean;
}

/** A line of who the person is; its id is the fact's. */
export interface ProfileLine {
  id: string;
  side: string;
  text: string;
  edited: boolean;
  pinned: boolean;
  source: string;
  language: string;
}

/** What became part of a memory: said again, and what it took the place of. */
export interface MemoryTrace {
  count: number;
  restated: { id: string; text: string; source: string; at: string }[];
  replaced: { id: string; text: string; source: string; at: string }[];
}

export type Theme = 'people' | 'health' | 'food' | 'home' | 'money' | 'travel' | 'work' | 'leisure' | 'pets' | 'other';

/** Who may see a memory, what for, and until when. */
export interface MemoryPolicy {
  scope: 'private' | 'people' | 'circle' | 'house';
  local_only: boolean;
  no_train: boolean;
  origin: 'own' | 'outside';
  expires_at: string | null;
}

export type PolicyChange = Partial<Pick<MemoryPolicy, 'scope' | 'local_only' | 'no_train' | 'expires_at'>>;

/** One memory that was forgotten, and why. */
export interface Parting {
  id: string;
  reason: 'asked' | 'budget' | 'expired';
  at: string;
  due_at: string;
  erased_at: string | null;
  /** How it scored when it went for room, and the extract that it left behind. */
  detail?: Partial<Record<Part | 'score', number>> & { extract?: string };
}

export interface MemoryReport {
  items: number;
  most_items: number | null;
  forgotten: Parting[];
}

/** What one turn, or one change by hand, did. */
export interface Step {
  turn_id: string;
  seq: number;
  at: string;
  who: string;
  said: string | null;
  items: StepItem[];
  count: number;
  undone: boolean;
  undoes: string | null;
}

export interface StepItem {
  kind: 'record' | 'app' | 'reminder' | 'memory' | 'preference';
  op: 'added' | 'updated' | 'deleted';
  id: string;
  title: string;
  app_id: string | null;
  app_name: string;
  icon: string;
  fields: { label: string; before: string; after: string }[];
}

export interface Idea {
  id: string;
  name: string;
  summary: string;
  icon: string;
  domain: string;
  words: string[];
  views: string[];
}

export interface Model {
  name: string;
  id: string;
  provider: string;
  /** It runs in the house: what is asked does not leave it. */
  local: boolean;
  strength: 'fast' | 'strong';
  has_key: boolean;
}

/** A CSV file that was looked at and not taken in. */
export interface TableLook {
  name: string;
  rows: number;
  fields: { label: string; type: FieldType }[];
  /** Apps that have some of its columns, the best first. */
  matches: { app_id: string; columns: number }[];
}

/** What a token may do. */
export type Scope = 'read' | 'log' | 'apps' | 'admin';

/** A token of another program; its secret is shown once, when it is made. */
export interface Token {
  id: string;
  label: string;
  scopes: Scope[];
  created_at: string;
  used_at: string | null;
}

/** How many things bringing a backup back would touch; `gone` are here now and not in the backup. */
export interface RestoreCounts {
  added: number;
  replaced: number;
  gone: number;
  same: number;
}

/** What bringing a backup back would do; it waits under its id. */
export interface RestorePreview {
  id: string;
  made_at: string;
  apps: { id: string; name: string; icon: string; change: 'added' | 'replaced' | 'gone' | 'same'; records: RestoreCounts }[];
  records: RestoreCounts;
  memories: RestoreCounts;
  reminders: RestoreCounts;
  turns: RestoreCounts;
}

/** A state of the home that was kept before a restore. */
export interface SavedState {
  name: string;
  at: string;
  size_bytes: number;
}

/** Work of several steps for the workshop: offered, or begun in words. */
export interface Work {
  task: string;
  mode: 'ask' | 'edits' | 'plan' | 'locked';
  budget_usd: number;
  run_id: string | null;
}
