/** An app inside the talk: open it, or add an entry to it right here. */
import { useState } from 'react';
import type { AppSpec } from '../api/types';
import { useText } from '../i18n/text';
import { addressOf } from '../shell/router';
import { AppTile } from '../ui/AppTile';
import { Button } from '../ui/Button';
import { Icon } from '../ui/Icon';
import { FormFields } from '../views/FormView';

/** `made`: the app is new, so that its first entry is what comes next. */
export function AppCard({ app, made }: { app: AppSpec; made: boolean }) {
  const t = useText();
  const [adding, setAdding] = useState(false);
  const entity = app.entities[0];
  return (
    <section className="card app-card" aria-label={app.name}>
      <div className="app-card-link">
        <AppTile id={app.id} icon={app.icon} />
        <span className="shelf-text">
          <a href={addressOf({ name: 'app', app: app.id })} aria-label={t('chat-open-app', { name: app.name })}><strong>{app.name}</strong></a>
          <span className="muted small truncate">
            {app.entities.flatMap((one) => one.fields.map((field) => field.label)).join(' · ')}
          </span>
        </span>
        <Icon name="next" size={18} />
      </div>
      {entity && (adding ? (
        <FormFields app={app} entity={entity} onDone={() => setAdding(false)} />
      ) : (
        <Button small look="soft" icon="plus" onPress={() => setAdding(true)}>{t(made ? 'chat-first-entry' : 'chat-add-entry')}</Button>
      ))}
    </section>
  );
}
