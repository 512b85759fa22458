/** Which reminders are due, upcoming or over, in the home's time. */
import type { Reminder } from '../api/types';
import { inZone, isoDay, nowIn } from '../i18n/dates';

export interface DueGroups {
  due: Reminder[];
  today: Reminder[];
  later: Reminder[];
}

const OVER = new Set(['done', 'cancelled', 'over']);

/** Open reminders, sorted by time, in three groups. */
export function groupReminders(reminders: readonly Reminder[], tz: string, now: Date = nowIn(tz)): DueGroups {
  const groups: DueGroups = { due: [], today: [], later: [] };
  const open = reminders
    .filter((reminder) => reminder.next && !OVER.has(reminder.status ?? ''))
    .sort((a, b) => (a.next ?? '').localeCompare(b.next ?? ''));
  for (const reminder of open) {
    const next = inZone(reminder.next ?? '', tz);
    if (!next) continue;
    if (next.getTime() <= now.getTime()) groups.due.push(reminder);
    else if (isoDay(next) === isoDay(now)) groups.today.push(reminder);
    else groups.later.push(reminder);
  }
  return groups;
}

/** How many reminders wait right now. */
export const dueCount = (reminders: readonly Reminder[], tz: string): number => groupReminders(reminders, tz).due.length;
