/** The home in one file and back: backup, restore with a look at it first, the states kept before, exports for other programs. */
import { useRef } from 'react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../api/client';
import { asProblem } from '../api/problems';
import type { RestoreCounts, RestorePreview, SavedState } from '../api/types';
import { inZone } from '../i18n/dates';
import { formatQuantity, formatWhen } from '../i18n/format';
import { useLocale, useText, type Locale } from '../i18n/text';
import { useExplain } from '../shell/explain';
import { useExample } from '../today/example';
import { Button } from '../ui/Button';
import { Icon } from '../ui/Icon';
import { Sheet } from '../ui/Sheet';
import { toast } from '../ui/toasts';

const SAVED = ['restore-saved'];

/** An instant in words, as local time of the home. */
const when = (instant: string, locale: Locale) => formatWhen(inZone(instant, locale.tz)?.toISOString().slice(0, 16) ?? instant, locale);

export function Backup() {
  const t = useText();
  const { there, end } = useExample();
  return (
    <>
      <p>{t('settings-backup-text')}</p>
      <p><Download href={api.backupAddress()} label={t('settings-backup')} /></p>
      <Restore />
      <h3>{t('export-title')}</h3>
      <p className="muted small">{t('export-text')}</p>
      <p className="row-actions">
        <Download href={api.exportAddress()} label={t('export-home')} />
        <Download href={api.calendarAddress()} label={t('export-calendar')} />
      </p>
      {there && <Button icon="trash" isDisabled={end.isPending} onPress={() => end.mutate()}>{t('example-end')}</Button>}
    </>
  );
}

function Download({ href, label }: { href: string; label: string }) {
  return <a className="button soft" href={href} download><Icon name="download" size={18} /><span>{label}</span></a>;
}

/** The way in: a file, or a state that was kept; both are looked at first. */
export function Restore() {
  const t = useText();
  const explain = useExplain();
  const client = useQueryClient();
  const file = useRef<HTMLInputElement>(null);
  const saved = useQuery({ queryKey: SAVED, queryFn: api.savedStates, retry: false });
  const look = useMutation({ mutationFn: (from: File | string) => (typeof from === 'string' ? api.lookAtSaved(from) : api.sendBackup(from)) });
  const bring = useMutation({
    mutationFn: (id: string) => api.restore(id),
    onSuccess: () => {
      toast({ text: t('restore-done'), lasts: 12_000 });
      look.reset();
    },
    onSettled: () => client.invalidateQueries(),
  });
  const failed = look.error ?? bring.error;
  const list = saved.data ?? [];
  return (
    <>
      <h3>{t('restore-title')}</h3>
      <p className="muted small">{t('settings-restore-text')}</p>
      <p>
        <Button icon="upload" isDisabled={look.isPending} onPress={() => file.current?.click()}>{t('restore-choose')}</Button>
        <input
          ref={file} type="file" accept=".zip,application/zip" hidden aria-label={t('restore-choose')}
          onChange={(event) => {
            const chosen = event.target.files?.[0];
            bring.reset();
            if (chosen) look.mutate(chosen);
            event.target.value = '';
          }}
        />
      </p>
      <p role="status" className="muted small">{look.isPending && t('restore-looking')}</p>
      {failed && <p role="alert" className="failed">{asProblem(failed).detail || explain(failed)}</p>}
      {list.length > 0 && (
        <details>
          <summary>{t('restore-saved', { count: list.length })}</summary>
          <ul className="versions">
            {list.map((state) => <State key={state.name} state={state} onLook={() => look.mutate(state.name)} busy={look.isPending} />)}
          </ul>
        </details>
      )}
      {look.data && (
        <Sheet
          title={t('restore-look')} isOpen wide
          onClose={() => {
            void api.letGo(look.data.id).catch(() => undefined);
            look.reset();
          }}
        >
          <Preview preview={look.data} />
          <p>{t('restore-keeps')}</p>
          <div className="row-actions">
            <Button look="solid" icon="history" isDisabled={bring.isPending} onPress={() => bring.mutate(look.data.id, { onError: () => look.reset() })}>
              {t(bring.isPending ? 'restore-bringing' : 'restore-bring')}
            </Button>
            <Button slot="close">{t('cancel')}</Button>
          </div>
        </Sheet>
      )}
    </>
  );
}

function State({ state, onLook, busy }: { state: SavedState; onLook: () => void; busy: boolean }) {
  const t = useText();
  const locale = useLocale();
  const size = formatQuantity(Math.max(0.1, state.size_bytes / 1e6), null, locale.language);
  return (
    <li className="version">
      <div className="version-text">
        <strong>{t('restore-state', { when: when(state.at, locale) })}</strong>
        <div className="muted small">{t('restore-size', { size })}</div>
      </div>
      <Button small isDisabled={busy} onPress={onLook}>{t('restore-look-at')}</Button>
      <a className="button plain small-button" href={api.savedAddress(state.name)} download>{t('restore-download')}</a>
    </li>
  );
}

/** What would become of each app, and of the rest in numbers. */
export function Preview({ preview }: { preview: RestorePreview }) {
  const t = useText();
  const locale = useLocale();
  const moved = preview.apps.filter((app) => app.change !== 'same');
  const rest = [['memories', preview.memories], ['reminders', preview.reminders], ['turns', preview.turns]] as const;
  return (
    <>
      <p>{t('restore-made', { when: when(preview.made_at, locale) })}</p>
      {moved.length ? (
        <ul className="versions" aria-label={t('nav-apps')}>
          {moved.map((app) => (
            <li key={app.id} className="version">
              <span aria-hidden="true">{app.icon}</span>
              <div className="version-text">
                <strong>{app.name}</strong>
                <div className="muted small">{t(`restore-app-${app.change}`)}<Counted counts={app.records} quiet /></div>
              </div>
            </li>
          ))}
        </ul>
      ) : <p>{t('restore-apps-same')}</p>}
      <ul className="plain-list muted small">
        {rest.map(([of, counts]) => <li key={of}>{t(`restore-${of}`)}<Counted counts={counts} /></li>)}
      </ul>
    </>
  );
}

/** `quiet`: nothing is said when nothing changes. */
function Counted({ counts, quiet = false }: { counts: RestoreCounts; quiet?: boolean }) {
  const t = useText();
  const parts = (['added', 'replaced', 'gone'] as const).filter((kind) => counts[kind] > 0).map((kind) => t(`restore-${kind}`, { count: counts[kind] }));
  if (!parts.length && quiet) return null;
  return <>{' · '}{parts.length ? parts.join(', ') : t('restore-same')}</>;
}
