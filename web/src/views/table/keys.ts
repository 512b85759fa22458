/** What a key does in a table of cells. Pure: the table gives where it is, and gets where to go or what to do. */

export interface At {
  line: number;
  column: number;
}

export interface Extent {
  lines: number;
  columns: number;
  /** Lines that fit on the screen. */
  page: number;
}

export type Deed =
  | { do: 'go'; to: At; extend?: boolean }
  | { do: 'edit'; typed?: string }
  | { do: 'clear' | 'select' | 'select-all' | 'toggle' | 'open' | 'leave' | 'delete' };

interface Key {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  shiftKey: boolean;
  altKey: boolean;
}

const clamp = (value: number, most: number) => Math.max(0, Math.min(most, value));

/** The deed of a key pressed on a cell that is not being edited; undefined leaves it to the browser. */
export function deedOf(event: Key, at: At, extent: Extent): Deed | undefined {
  const ctrl = event.ctrlKey || event.metaKey;
  const { lines, columns, page } = extent;
  const go = (line: number, column: number): Deed => ({
    do: 'go', to: { line: clamp(line, lines - 1), column: clamp(column, columns - 1) }, ...(event.shiftKey ? { extend: true } : {}),
  });
  if (event.altKey) return undefined;
  switch (event.key) {
    case 'ArrowUp': return go(ctrl ? 0 : at.line - 1, at.column);
    case 'ArrowDown': return go(ctrl ? lines - 1 : at.line + 1, at.column);
    case 'ArrowLeft': return go(at.line, ctrl ? 0 : at.column - 1);
    case 'ArrowRight': return go(at.line, ctrl ? columns - 1 : at.column + 1);
    case 'Home': return go(ctrl ? 0 : at.line, 0);
    case 'End': return go(ctrl ? lines - 1 : at.line, columns - 1);
    case 'PageUp': return go(at.line - page, at.column);
    case 'PageDown': return go(at.line + page, at.column);
    case 'Enter': return ctrl ? { do: 'open' } : { do: 'edit' };
    case 'F2': return { do: 'edit' };
    case 'Escape': return { do: 'leave' };
    case 'Delete':
    case 'Backspace': return { do: event.shiftKey || ctrl ? 'delete' : 'clear' };
    case ' ': return { do: event.shiftKey ? 'select' : 'toggle' };
    default:
      if (ctrl && event.key.toLowerCase() === 'a') return { do: 'select-all' };
      if (!ctrl && [...event.key].length === 1) return { do: 'edit', typed: event.key };
      return undefined;
  }
}

/** Cells as a spreadsheet takes them: tabs between, a line each; what holds tabs, breaks or quotes in quotes. */
export function toTsv(table: readonly (readonly string[])[]): string {
  const cell = (text: string) => {
    const safe = /^[=+\-@]/.test(text) && !/^[+-]?[\d.,\s]+\S{0,4}$/.test(text) ? `'${text}` : text;
    return /[\t\n\r"]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
  };
  return table.map((line) => line.map(cell).join('\t')).join('\n');
}

/** Whether a pasted text is several cells. */
export const isTable = (text: string): boolean => /\t/.test(text.trim()) || /\n./.test(text.trim());
