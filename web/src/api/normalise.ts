/** Fills what an answer may leave out, so that the rest of the page never asks 'is it there?'. */
import type { AppSpec, Choice, Entity, Field, Turn, TurnResult, Version } from './types';

function choice(raw: Choice | string): Choice {
  return typeof raw === 'string' ? { value: raw } : raw;
}

function field(raw: Field): Field {
  return { ...raw, label: raw.label || raw.name, choices: (raw.choices ?? []).map(choice) };
}

function entity(raw: Entity): Entity {
  return { ...raw, label: raw.label || raw.name, fields: (raw.fields ?? []).map(field) };
}

/** A specification with every list present. */
export function normaliseApp(raw: AppSpec): AppSpec {
  return {
    ...raw,
    icon: raw.icon || '📒',
    version: raw.version ?? 1,
    entities: (raw.entities ?? []).map(entity),
    views: raw.views ?? [],
  };
}

/** A turn's result with every list present. */
export function normaliseResult(raw: Partial<TurnResult>): TurnResult {
  return {
    id: raw.id ?? '',
    reply: raw.reply ?? '',
    language: raw.language ?? '',
    act: raw.act ?? 'chat',
    app: raw.app ? normaliseApp(raw.app) : null,
    records: raw.records ?? [],
    chips: raw.chips ?? [],
    answer: raw.answer ? { ...raw.answer, rows: raw.answer.rows ?? [] } : null,
    reminders: raw.reminders ?? [],
    memories: raw.memories ?? [],
    decision: raw.decision ?? null,
    options: raw.options ?? [],
    offers: raw.offers ?? [],
    work: raw.work ?? null,
    undoable: raw.undoable ?? false,
    images: raw.images ?? [],
  };
}

/** A stored turn. */
export function normaliseTurn(raw: Turn): Turn {
  return { ...raw, at: raw.at ?? '', result: normaliseResult({ ...(raw.result ?? {}), id: raw.id }) };
}

/** The versions of an app, newest first. */
export function normaliseHistory(raw: unknown): Version[] {
  const box = raw as { versions?: Version[]; history?: Version[] } | Version[];
  const list = Array.isArray(box) ? box : (box.versions ?? box.history ?? []);
  return [...list].sort((a, b) => b.version - a.version);
}
