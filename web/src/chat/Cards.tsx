/** What a turn made: an app, reminders, memories, each with the way to it. */
import { Link } from 'react-aria-components';
import type { AppSpec, Reminder, TurnResult } from '../api/types';
import { formatWhen } from '../i18n/format';
import { useLocale, useText } from '../i18n/text';
import { addressOf } from '../shell/router';
import { useRuleText } from '../due/rule';
import { AppTile } from '../ui/AppTile';
import { Icon } from '../ui/Icon';

/** An app that was made or changed; the whole card opens it. */
export function AppCard({ app }: { app: AppSpec }) {
  const t = useText();
  const fields = app.entities.flatMap((entity) => entity.fields.map((field) => field.label));
  return (
    <Link href={addressOf({ name: 'app', app: app.id })} className="card app-card" aria-label={t('chat-open-app', { name: app.name })}>
      <AppTile id={app.id} icon={app.icon} />
      <span className="shelf-text">
        <strong className="truncate">{app.name}</strong>
        <span className="muted small clamp">{fields.join(' · ')}</span>
      </span>
      <Icon name="next" size={18} />
    </Link>
  );
}

/** A reminder that was set, moved or cancelled. */
export function ReminderCard({ reminder }: { reminder: Reminder }) {
  const t = useText();
  const locale = useLocale();
  const rule = useRuleText();
  const every = rule(reminder.rrule);
  return (
    <Link href={addressOf({ name: 'due' })} className="card app-card">
      <span className="card-icon"><Icon name="due" size={20} /></span>
      <span className="shelf-text">
        <strong className="clamp">{reminder.text}</strong>
        <span className="muted small">
          {reminder.next ? formatWhen(reminder.next, locale) : t('reminder-off')}
          {reminder.next && every ? ` · ${every}` : ''}
        </span>
      </span>
      <Icon name="next" size={18} />
    </Link>
  );
}

/** Several memories that were found. */
export function MemoryCard({ memories }: { memories: TurnResult['memories'] }) {
  return (
    <ul className="card memory-card">
      {memories.slice(0, 8).map((memory) => (
        <li key={memory.id}><Icon name="memory" size={16} /><span>{memory.text}</span></li>
      ))}
    </ul>
  );
}
