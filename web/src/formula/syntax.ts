/**
 * Reading a formula into a tree: the part of CEL that is arithmetic, logic, comparison and calls.
 *
 * The same grammar as `calisson.apps.formula.syntax`; `tests/apps/formula_vectors.json` runs on both sides.
 */

export type Value = number | string | boolean | null | Value[];

export type Node =
  | { kind: 'literal'; value: number | string | boolean | null }
  | { kind: 'name'; name: string }
  | { kind: 'unary'; op: string; operand: Node }
  | { kind: 'binary'; op: string; left: Node; right: Node }
  | { kind: 'choose'; condition: Node; yes: Node; no: Node }
  | { kind: 'call'; function: string; arguments: Node[] };

/** A formula that cannot be read here: broken, or CEL that only the server computes. */
export class FormulaSyntaxError extends Error {}

interface Token {
  kind: 'number' | 'text' | 'name' | 'mark';
  text: string;
}

/** Nested brackets and operators; deeper ones are nobody's formula. */
const MAX_DEPTH = 60;

const TOKEN =
  /\s*(?:(?<number>(?:\d+\.\d*|\.\d+|\d+)(?:[eE][+-]?\d+)?u?)|(?<text>"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')|(?<name>[\p{L}_][\p{L}\p{M}\p{N}_]*)|(?<mark>\|\||&&|==|!=|<=|>=|[-+*/%<>!?:().,[\]{}]))/uy;
const ESCAPES: Record<string, string> = { n: '\n', t: '\t', r: '\r' };
const LEVELS = [['||'], ['&&'], ['==', '!=', '<', '<=', '>', '>=', 'in'], ['+', '-'], ['*', '/', '%']];
const MACROS = new Set(['all', 'exists', 'exists_one', 'filter', 'map', 'matches', 'reduce']);
const WORDS = new Map<string, boolean | null>([
  ['true', true],
  ['false', false],
  ['null', null],
]);

function tokens(formula: string): Token[] {
  const found: Token[] = [];
  TOKEN.lastIndex = 0;
  while (formula.slice(TOKEN.lastIndex).trim()) {
    const groups = TOKEN.exec(formula)?.groups;
    if (!groups) throw new FormulaSyntaxError(formula);
    for (const kind of ['number', 'text', 'name', 'mark'] as const) {
      const text = groups[kind];
      if (text !== undefined) found.push({ kind, text });
    }
  }
  return found;
}

const trees = new Map<string, Node>();

/** The tree of a formula; throws `FormulaSyntaxError` when it cannot be read here. */
export function parse(formula: string): Node {
  const known = trees.get(formula);
  if (known) return known;
  const tree = new Parser(formula).whole();
  if (trees.size > 500) trees.clear();
  trees.set(formula, tree);
  return tree;
}

/** The names of fields in a tree, with repetitions. */
export function namesIn(node: Node): string[] {
  switch (node.kind) {
    case 'literal':
      return [];
    case 'name':
      return [node.name];
    case 'unary':
      return namesIn(node.operand);
    case 'binary':
      return [...namesIn(node.left), ...namesIn(node.right)];
    case 'choose':
      return [node.condition, node.yes, node.no].flatMap(namesIn);
    case 'call':
      return node.arguments.flatMap(namesIn);
  }
}

class Parser {
  private readonly tokens: Token[];
  private at = 0;
  private depth = 0;

  constructor(private readonly formula: string) {
    this.tokens = tokens(formula);
  }

  whole(): Node {
    const node = this.choice();
    if (this.at < this.tokens.length) this.fail();
    return node;
  }

  private fail(): never {
    throw new FormulaSyntaxError(this.formula);
  }

  private mark(...wanted: string[]): string | null {
    const token = this.tokens[this.at];
    if (!token || token.kind === 'number' || token.kind === 'text' || !wanted.includes(token.text)) return null;
    this.at += 1;
    return token.text;
  }

  private expect(mark: string): void {
    if (this.mark(mark) === null) this.fail();
  }

  private choice(): Node {
    this.depth += 1;
    if (this.depth > MAX_DEPTH) this.fail();
    let node = this.level(0);
    if (this.mark('?')) {
      const yes = this.level(0);
      this.expect(':');
      node = { kind: 'choose', condition: node, yes, no: this.choice() };
    }
    this.depth -= 1;
    return node;
  }

  private level(number: number): Node {
    const marks = LEVELS[number];
    if (!marks) return this.unary();
    let node = this.level(number + 1);
    let count = 0;
    for (let op = this.mark(...marks); op; op = this.mark(...marks)) {
      node = { kind: 'binary', op, left: node, right: this.level(number + 1) };
      count += 1;
      if (count > MAX_DEPTH) this.fail();
    }
    return node;
  }

  private unary(): Node {
    const ops: string[] = [];
    for (let op = this.mark('-', '!'); op; op = this.mark('-', '!')) ops.push(op);
    return ops
      .slice(0, MAX_DEPTH)
      .reduceRight<Node>((operand, op) => ({ kind: 'unary', op, operand }), this.member());
  }

  private member(): Node {
    let node = this.primary();
    while (this.mark('.')) {
      const token = this.tokens[this.at];
      if (token?.kind !== 'name') return this.fail();
      this.at += 1;
      if (MACROS.has(token.text) || this.mark('(') === null) return this.fail();
      node = { kind: 'call', function: token.text, arguments: [node, ...this.arguments()] };
    }
    if (this.tokens[this.at]?.text === '[') this.fail();
    return node;
  }

  private primary(): Node {
    if (this.mark('(')) {
      const node = this.choice();
      this.expect(')');
      return node;
    }
    const token = this.tokens[this.at];
    if (!token || token.kind === 'mark') return this.fail();
    this.at += 1;
    if (token.kind === 'number') return { kind: 'literal', value: Number(token.text.replace(/u$/, '')) };
    if (token.kind === 'text') {
      const inner = token.text.slice(1, -1).replace(/\\(.)/gs, (_, c: string) => ESCAPES[c] ?? c);
      return { kind: 'literal', value: inner };
    }
    const word = WORDS.get(token.text);
    if (word !== undefined) return { kind: 'literal', value: word };
    if (this.mark('(')) return { kind: 'call', function: token.text, arguments: this.arguments() };
    return { kind: 'name', name: token.text };
  }

  private arguments(): Node[] {
    if (this.mark(')')) return [];
    const found: Node[] = [];
    for (;;) {
      found.push(this.choice());
      if (this.mark(')')) return found;
      this.expect(',');
    }
  }
}
