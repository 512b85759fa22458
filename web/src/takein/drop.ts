/** What was dropped or pasted: a table, plain text, or something that the home cannot take in. */

export type Given = { kind: 'table'; file: File } | { kind: 'package'; file: File } | { kind: 'text'; text: string } | { kind: 'pictures'; files: File[] } | { kind: 'other'; name: string };

const TABLE = /\.(csv|tsv|tab)$/i;
const PACKAGE = /\.calisson-app$/i;
const TEXT = /\.(txt|md|text)$/i;

/** A text that reads as a table: two lines or more with the same separator at least once in each. */
export function looksLikeTable(text: string): boolean {
  const lines = text.trim().split(/\r?\n/).filter((line) => line.trim());
  if (lines.length < 2) return false;
  return ['\t', ';', ','].some((separator) => {
    const counts = lines.slice(0, 20).map((line) => line.split(separator).length - 1);
    const first = counts[0] ?? 0;
    return first > 0 && counts.every((count) => (separator === '\t' ? count === first : count === first && first > 1));
  });
}

/** Words that were pasted or dropped. */
export function ofText(text: string, name: string): Given {
  if (!looksLikeTable(text)) return { kind: 'text', text };
  return { kind: 'table', file: new File([text], `${name}.csv`, { type: 'text/csv' }) };
}

/** What a drop or a paste holds; undefined when it holds nothing. */
export async function read(data: DataTransfer, name: string): Promise<Given | undefined> {
  const file = data.files[0];
  if (!file) {
    const text = data.getData('text/plain').trim();
    return text ? ofText(text, name) : undefined;
  }
  const pictures = [...data.files].filter((one) => one.type.startsWith('image/'));
  if (pictures.length) return { kind: 'pictures', files: pictures };
  if (PACKAGE.test(file.name)) return { kind: 'package', file };
  if (TABLE.test(file.name) || file.type === 'text/csv' || file.type === 'text/tab-separated-values') return { kind: 'table', file };
  if (TEXT.test(file.name) || file.type === 'text/plain') {
    const given = ofText((await file.text()).trim(), file.name.replace(TEXT, ''));
    return given.kind === 'text' && !given.text ? undefined : given;
  }
  return { kind: 'other', name: file.name };
}
