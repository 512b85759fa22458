/**
 * Computing a formula, with the meaning that the server gives it: an empty field is null and null passes through,
 * a division by zero is an error and not infinity, dates differ in days and times in minutes, `round` rounds half
 * away from zero by the digits that are shown, results keep ten significant digits.
 */
import { type Node, parse, type Value } from './syntax';

/** A formula has no value for these values; `message` is the id of the catalogue's message. */
export class FormulaFailure extends Error {}

const MAX_NUMBER = 1e15;

/** What the formula gives for values by field name; throws `FormulaFailure` or `FormulaSyntaxError`. */
export function evaluate(formula: string, values: Readonly<Record<string, Value | undefined>>): Value {
  const result = compute(parse(formula), values);
  if (typeof result !== 'number') return result;
  if (!Number.isFinite(result) || Math.abs(result) > MAX_NUMBER) throw new FormulaFailure('formula-too-large');
  return Number(result.toPrecision(10));
}

function compute(node: Node, values: Readonly<Record<string, Value | undefined>>): Value {
  switch (node.kind) {
    case 'literal':
      return node.value;
    case 'name':
      return values[node.name] ?? null;
    case 'unary': {
      const operand = compute(node.operand, values);
      if (operand === null) return null;
      return node.op === '-' ? -number(operand) : !truth(operand);
    }
    case 'binary': {
      const [left, right] = [compute(node.left, values), compute(node.right, values)];
      return node.op === '&&' || node.op === '||' ? logic(node.op, left, right) : binary(node.op, left, right);
    }
    case 'choose': {
      const condition = compute(node.condition, values);
      return condition === null ? null : compute(truth(condition) ? node.yes : node.no, values);
    }
    case 'call': {
      const given = node.arguments.map((part) => compute(part, values));
      const known = FUNCTIONS[node.function];
      if (!known) throw new FormulaFailure('formula-unknown-function');
      if (node.function === 'has') return given[0] !== null;
      return given.includes(null) ? null : known(...given);
    }
  }
}

function logic(op: string, a: Value, b: Value): Value {
  const decides = op === '||';
  const truths = [a, b].map((x) => (x === null ? null : truth(x)));
  if (truths.includes(decides)) return decides;
  return truths.includes(null) ? null : !decides;
}

function binary(op: string, a: Value, b: Value): Value {
  if (op === '==' || op === '!=') return same(a, b) === (op === '==');
  if (a === null || b === null) return null;
  if (op === 'in') {
    if (!Array.isArray(b)) throw new FormulaFailure('formula-type');
    return b.some((x) => same(x, a));
  }
  if (op === '<' || op === '<=' || op === '>' || op === '>=') return compare(op, a, b);
  if (typeof a === 'string') return textBinary(op, a, b);
  const [x, y] = [number(a), number(b)];
  if (op === '+') return x + y;
  if (op === '-') return x - y;
  if (op === '*') return x * y;
  if (y === 0) throw new FormulaFailure('formula-division-by-zero');
  return op === '/' ? x / y : x % y;
}

function textBinary(op: string, a: string, b: Value): Value {
  if (op === '-' && typeof b === 'string') return difference(a, b);
  if ((op === '+' || op === '-') && typeof b === 'number' && momentKind(a)) return shifted(a, op === '+' ? b : -b);
  if (op === '+' && typeof b === 'string') return a + b;
  throw new FormulaFailure('formula-type');
}

function compare(op: string, a: Value, b: Value): boolean {
  let [x, y] = [a, b];
  if (typeof x === 'string' && typeof y === 'string') {
    const [p, q] = [momentKind(x), momentKind(y)];
    if (p === 'datetime' && q === 'date') x = x.slice(0, 10);
    if (p === 'date' && q === 'datetime') y = y.slice(0, 10);
  } else if (typeof x !== 'number' || typeof y !== 'number') {
    throw new FormulaFailure('formula-type');
  }
  const order = x < y ? -1 : x > y ? 1 : 0;
  return op === '<' ? order < 0 : op === '<=' ? order <= 0 : op === '>' ? order > 0 : order >= 0;
}

function same(a: Value, b: Value): boolean {
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((x, i) => same(x, b[i] ?? null));
  return a === b;
}

function number(value: Value | undefined): number {
  if (typeof value !== 'number') throw new FormulaFailure('formula-type');
  return value;
}

function truth(value: Value): boolean {
  if (typeof value !== 'boolean') throw new FormulaFailure('formula-type');
  return value;
}

function text(value: Value | undefined): string {
  if (typeof value !== 'string') throw new FormulaFailure('formula-type');
  return value;
}

// --- dates and times: stored texts, read as UTC so that no zone shifts them --------------------------------

function momentKind(value: string): 'date' | 'datetime' | 'time' | null {
  if (value.length === 10 && value[4] === '-') return 'date';
  if ((value.length === 16 || value.length === 19) && value[10] === 'T') return 'datetime';
  return (value.length === 5 || value.length === 8) && value[2] === ':' ? 'time' : null;
}

/** Milliseconds of a stored date or time. */
function moment(value: Value | undefined): number {
  const stored = text(value);
  const kind = momentKind(stored);
  const whole = kind === 'time' ? `2000-01-01T${stored}` : kind === 'date' ? `${stored}T00:00` : stored;
  const found = kind ? Date.parse(`${whole}${whole.length === 16 ? ':00' : ''}Z`) : Number.NaN;
  if (Number.isNaN(found)) throw new FormulaFailure('formula-type');
  return found;
}

function difference(a: string, b: string): number {
  const kinds = [momentKind(a), momentKind(b)];
  const times = kinds.filter((k) => k === 'time').length;
  if (kinds.includes(null) || times === 1) throw new FormulaFailure('formula-type');
  const seconds = (moment(a) - moment(b)) / 1000;
  if (times === 2) return (((seconds % 86400) + 86400) % 86400) / 60;
  return kinds.includes('date') ? seconds / 86400 : seconds / 60;
}

function shifted(value: string, amount: number): string {
  const kind = momentKind(value);
  const moved = moment(value) + (kind === 'date' ? Math.trunc(amount) * 86_400_000 : amount * 60_000);
  const year = Number.isFinite(moved) ? new Date(moved).getUTCFullYear() : Number.NaN;
  if (!(year >= 1 && year <= 9999)) throw new FormulaFailure('formula-too-large');
  const whole = new Date(moved).toISOString();
  return kind === 'date' ? whole.slice(0, 10) : kind === 'time' ? whole.slice(11, 16) : whole.slice(0, 16);
}

const between = (minutes: number) => (start: Value, end: Value): number => {
  const [a, b] = [text(start), text(end)];
  if (momentKind(a) === 'time' && momentKind(b) === 'time') return difference(b, a) / minutes;
  return (moment(b) - moment(a)) / 60_000 / minutes;
};

const part = (pick: (at: Date) => number) => (value: Value): number => pick(new Date(moment(value)));

// --- functions ---------------------------------------------------------------------------------------------

/** Round half away from zero by the decimal digits that the number is shown with (1.005 → 1.01). */
export function rounded(value: number, digits = 0): number {
  const places = Math.trunc(digits);
  if (!Number.isFinite(value) || places < -15 || places > 15) throw new FormulaFailure('formula-too-large');
  const [mantissa = '0', exponent = '0'] = String(Math.abs(value)).split('e');
  const scaled = Math.round(Number(`${mantissa}e${Number(exponent) + places}`));
  const [m = '0', e = '0'] = String(scaled).split('e');
  return Math.sign(value) * Number(`${m}e${Number(e) - places}`);
}

function power(base: number, exponent: number): number {
  if (base === 0 && exponent < 0) throw new FormulaFailure('formula-division-by-zero');
  const result = base ** exponent;
  if (Number.isNaN(result)) throw new FormulaFailure('formula-no-root');
  if (!Number.isFinite(result)) throw new FormulaFailure('formula-too-large');
  return result;
}

function root(value: number): number {
  if (value < 0) throw new FormulaFailure('formula-no-root');
  return Math.sqrt(value);
}

function size(value: Value | undefined): number {
  if (Array.isArray(value)) return value.length;
  return [...text(value)].length;
}

const FUNCTIONS: Record<string, (...given: Value[]) => Value> = {
  abs: (x) => Math.abs(number(x)),
  ceil: (x) => Math.ceil(number(x)),
  floor: (x) => Math.floor(number(x)),
  round: (x, digits) => rounded(number(x), digits === undefined ? 0 : number(digits)),
  sqrt: (x) => root(number(x)),
  pow: (x, y) => power(number(x), number(y)),
  min: (...x) => Math.min(...x.map(number)),
  max: (...x) => Math.max(...x.map(number)),
  size: (x) => size(x),
  has: (x) => x !== null,
  contains: (x, y) => (Array.isArray(x) ? x.some((one) => same(one, y ?? null)) : text(x).includes(text(y))),
  startsWith: (x, y) => text(x).startsWith(text(y)),
  endsWith: (x, y) => text(x).endsWith(text(y)),
  lower: (x) => text(x).toLowerCase(),
  upper: (x) => text(x).toUpperCase(),
  days: (x, y) => between(1440)(x ?? null, y ?? null),
  hours: (x, y) => between(60)(x ?? null, y ?? null),
  minutes: (x, y) => between(1)(x ?? null, y ?? null),
  year: part((at) => at.getUTCFullYear()),
  month: part((at) => at.getUTCMonth() + 1),
  day: part((at) => at.getUTCDate()),
  weekday: part((at) => at.getUTCDay() || 7),
  hour: part((at) => at.getUTCHours()),
  minute: part((at) => at.getUTCMinutes()),
  double: (x) => number(x),
  int: (x) => Math.trunc(number(x)),
  date: (x) => new Date(moment(text(x).slice(0, 10))).toISOString().slice(0, 10),
};
