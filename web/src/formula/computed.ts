/**
 * The formula fields of a record while it is being typed, and offline: computed here, as the server will. What a function of
 * the app works out (`logic.share(rent)`, perhaps from earlier entries) is the server's alone: such a field, and every
 * formula that builds on it, has no value here until the record is back from the server.
 */
import { evaluate, FormulaFailure } from './evaluate';
import { namesIn, parse, type Value } from './syntax';

export interface FormulaField {
  name: string;
  formula?: string | null;
}

export interface Computed {
  /** Results by field name; a field without a value is absent. */
  values: Record<string, Value>;
  /** Field name → message id of why it has no value. */
  errors: Record<string, string>;
}

const OF_THE_SERVER = /^\s*logic\s*\./;

/** Whether a formula calls a function of the app, which only the server runs. */
export const isOfTheServer = (formula: string): boolean => OF_THE_SERVER.test(formula);

/**
 * Results of all formula fields, each after what it needs. A formula that only the server can compute, that builds on
 * such a one, or that needs itself, is left out.
 */
export function computeAll(fields: readonly FormulaField[], values: Readonly<Record<string, Value | undefined>>): Computed {
  const known: Record<string, Value | undefined> = { ...values };
  const done: Computed = { values: {}, errors: {} };
  const waiting = new Map<string, { formula: string; needs: string[] }>();
  const ofServer = new Set<string>();
  for (const { name, formula } of fields) {
    if (!formula) continue;
    try {
      if (isOfTheServer(formula)) throw new FormulaFailure('formula-unknown-function');
      waiting.set(name, { formula, needs: namesIn(parse(formula)) });
    } catch {
      ofServer.add(name);
    }
  }
  for (let more = true; more; ) {
    more = false;
    for (const [name, { needs }] of [...waiting]) {
      if (!needs.some((n) => ofServer.has(n))) continue;
      waiting.delete(name);
      ofServer.add(name);
      more = true;
    }
  }
  for (let ready = true; ready; ) {
    ready = false;
    for (const [name, { formula, needs }] of [...waiting]) {
      if (needs.some((n) => waiting.has(n))) continue;
      waiting.delete(name);
      ready = true;
      try {
        const value = evaluate(formula, known);
        known[name] = value;
        if (value !== null) done.values[name] = value;
      } catch (problem) {
        known[name] = null;
        done.errors[name] = problem instanceof FormulaFailure ? problem.message : 'formula-type';
      }
    }
  }
  return done;
}
