/** Formatters are costly to make and are asked for in every cell: each is made once. */

const numbers = new Map<string, Intl.NumberFormat>();
const dates = new Map<string, Intl.DateTimeFormat>();

export function numberFormat(language: string, options: Intl.NumberFormatOptions = {}): Intl.NumberFormat {
  const key = language + JSON.stringify(options);
  let found = numbers.get(key);
  if (!found) numbers.set(key, (found = new Intl.NumberFormat(language, options)));
  return found;
}

export function dateFormat(language: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = language + JSON.stringify(options);
  let found = dates.get(key);
  if (!found) dates.set(key, (found = new Intl.DateTimeFormat(language, options)));
  return found;
}
