/** What can go wrong between page and home, as one type that the page can put into words. */

export type ProblemKind = 'offline' | 'locked' | 'gone' | 'conflict' | 'invalid' | 'too-big' | 'busy' | 'full' | 'broken';

/** A failed request: RFC 9457 problem document, or no answer at all (`offline`). */
export class Problem extends Error {
  constructor(
    readonly kind: ProblemKind,
    readonly status: number,
    /** What the server said, in its words; shown beside our own sentence, never instead of it. */
    readonly detail: string = '',
    /** Field name → what is wrong with it, when the server named fields. */
    readonly fields: Record<string, string> = {},
    /** The server's name for it. */
    readonly id: string = '',
  ) {
    super(detail || kind);
    this.name = 'Problem';
  }
}

const KINDS: Record<number, ProblemKind> = {
  400: 'invalid', 401: 'locked', 403: 'locked', 404: 'gone', 409: 'conflict', 410: 'gone', 412: 'conflict',
  413: 'too-big', 415: 'invalid', 422: 'invalid', 429: 'busy', 502: 'offline', 503: 'busy', 504: 'offline', 507: 'full',
};

interface ProblemDocument {
  status?: number;
  title?: string;
  detail?: unknown;
  field?: string;
  errors?: unknown;
  message_id?: string;
}

/** Reads a problem document (already parsed) into a `Problem`. */
export function problemOf(status: number, body: unknown): Problem {
  const document = (typeof body === 'object' && body !== null ? body : {}) as ProblemDocument;
  const detail = typeof document.detail === 'string' ? document.detail : (document.title ?? '');
  const fields: Record<string, string> = {};
  if (document.field) fields[document.field] = detail;
  for (const item of Array.isArray(document.errors) ? document.errors : []) {
    const { field, message, detail: text } = item as { field?: string; message?: string; detail?: string };
    if (field) fields[field] = message ?? text ?? '';
  }
  return new Problem(KINDS[status] ?? 'broken', status, detail, fields, document.message_id ?? '');
}

/** Any thrown thing as a `Problem`. */
export function asProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  return error instanceof TypeError ? new Problem('offline', 0) : new Problem('broken', 0, String(error));
}
