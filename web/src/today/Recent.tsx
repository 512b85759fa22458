/** What was logged last, in any app: what it was, its values, where it is. */
import type { RecentEntry } from '../api/types';
import { formatWhen } from '../i18n/format';
import { useLocale, useText } from '../i18n/text';
import { addressOf } from '../shell/router';
import { AppTile } from '../ui/AppTile';

export function Recent({ entries }: { entries: RecentEntry[] }) {
  const t = useText();
  const locale = useLocale();
  if (!entries.length) return <p className="muted small">{t('today-recent-none')}</p>;
  return (
    <ul className="recent">
      {entries.slice(0, 8).map((entry) => {
        const { title, values } = named(entry);
        return (
        <li key={entry.id}>
          <a href={addressOf({ name: 'app', app: entry.app_id })} className="recent-entry">
            <AppTile id={entry.app_id} icon={entry.icon} size="s" />
            <span className="shelf-text">
              <span className="truncate">{title}</span>
              <span className="muted small truncate">{values.join(' · ') || entry.app_name}</span>
            </span>
            <time className="muted small recent-when">{formatWhen(entry.at ?? entry.added_at, locale)}</time>
          </a>
        </li>
        );
      })}
    </ul>
  );
}

/** An entry that is only a number goes by its app's name. */
function named(entry: RecentEntry): { title: string; values: string[] } {
  if (/\p{L}/u.test(entry.title)) return entry;
  return { title: entry.app_name, values: [entry.title, ...entry.values].filter(Boolean) };
}
