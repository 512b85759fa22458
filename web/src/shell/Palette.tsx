/** The palette: every place, app and action by its name, what was said and is remembered by its words; or just say it. */
import { useDeferredValue, useMemo, useState, type KeyboardEvent } from 'react';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { Dialog, Modal, ModalOverlay } from 'react-aria-components';
import { api } from '../api/client';
import { useApps, useSavePreferences, useUndo } from '../api/queries';
import { say } from '../chat/talk';
import { LANGUAGES, nativeName } from '../i18n/catalogue';
import { useText } from '../i18n/text';
import { setTheme, type Theme } from '../settings/theme';
import { AppTile } from '../ui/AppTile';
import { Icon } from '../ui/Icon';
import { appCommands, factCommands, fitting, saidCommands, type Command } from './commands';
import { hideOverlay, showOverlay } from './overlay';
import { PLACES } from './places';
import { go, place } from './router';
import './palette.css';

export default function Palette() {
  const t = useText();
  const [words, setWords] = useState('');
  const [at, setAt] = useState(0);
  const found = useFound(words);
  const chosen = Math.min(at, found.length - 1);
  const run = (command: Command | undefined) => {
    if (!command) return;
    hideOverlay();
    command.run();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.keyCode === 229) return;
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 5, PageUp: -5 }[event.key];
    if (step) {
      event.preventDefault();
      const next = Math.abs(step) === 1 ? (chosen + step + found.length) % found.length : Math.max(0, Math.min(chosen + step, found.length - 1));
      setAt(next);
      document.getElementById(`palette-${next}`)?.scrollIntoView({ block: 'nearest' });
    } else if (event.key === 'Enter') {
      event.preventDefault();
      run(found[chosen]);
    }
  };
  return (
    <ModalOverlay isDismissable isOpen onOpenChange={(open) => !open && hideOverlay()} className="scrim palette-scrim">
      <Modal className="palette">
        <Dialog aria-label={t('nav-search')} className="palette-body">
          <div className="search-box">
            <Icon name="search" size={20} />
            <input
              autoFocus role="combobox" aria-expanded="true" aria-controls="palette-list" aria-autocomplete="list"
              aria-activedescendant={found.length ? `palette-${chosen}` : undefined} aria-label={t('nav-search')}
              placeholder={t('palette-hint')} value={words} autoComplete="off" spellCheck={false}
              onChange={(event) => {
                setWords(event.target.value);
                setAt(0);
              }}
              onKeyDown={onKeyDown}
            />
            <kbd aria-hidden="true">Esc</kbd>
          </div>
          <ul id="palette-list" role="listbox" aria-label={t('nav-search')} className="scroll palette-list">
            {found.map((command, index) => (
              <li
                key={command.id} id={`palette-${index}`} role="option" aria-selected={index === chosen} className="palette-item"
                onPointerMove={() => index !== chosen && setAt(index)} onClick={() => run(command)}
              >
                {command.app ? <AppTile id={command.app.id} icon={command.app.icon} size="s" /> : <span className="palette-icon"><Icon name={command.icon ?? 'next'} size={18} /></span>}
                <span className="shelf-text">
                  <span className="truncate">{command.name}</span>
                  {command.hint && <span className="truncate muted small">{command.hint}</span>}
                </span>
                <span className="muted small">{t(`palette-${command.kind}`)}</span>
              </li>
            ))}
          </ul>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

function useFound(words: string): Command[] {
  const t = useText();
  const client = useQueryClient();
  const apps = useApps();
  const asked = useDeferredValue(words.trim());
  const fixed = useFixed();
  const long = asked.length > 1;
  const said = useQuery({
    queryKey: ['turns-search', asked], queryFn: () => api.searchTurns(asked, 6), enabled: long, placeholderData: keepPreviousData,
  });
  const facts = useQuery({
    queryKey: ['memories', 'found', asked], queryFn: async () => (await api.memories({ q: asked })).memories, enabled: long, placeholderData: keepPreviousData,
  });
  return useMemo(() => {
    const text = words.trim();
    const named = [
      ...fixed.slice(0, PLACES.length),
      ...appCommands(
        apps.data ?? [], (app) => go({ name: 'app', app: app.id }), (app) => showOverlay({ name: 'add', app }),
        (app) => t('today-add-to', { name: app.name }),
      ),
      ...fixed.slice(PLACES.length),
    ];
    if (!text) return named.filter((command) => command.kind !== 'action').slice(0, 12);
    const itself: Command = {
      id: 'say', kind: 'say', name: text, icon: 'send',
      run: () => {
        if (place().name !== 'app') go({ name: 'chat' });
        void say(client, text);
      },
    };
    const names = fitting(named, text);
    return [
      ...(text.includes(' ') || !names.length ? [itself, ...names] : [...names, itself]),
      ...(long ? saidCommands(said.data ?? [], (turn) => go({ name: 'chat', turn: turn.id })) : []),
      ...(long ? factCommands(facts.data ?? [], () => go({ name: 'memory' })) : []),
    ];
  }, [words, fixed, apps.data, said.data, facts.data, long, client, t]);
}

/** Places first, then what can be done anywhere. */
function useFixed(): Command[] {
  const t = useText();
  const save = useSavePreferences();
  const undo = useUndo();
  const { mutate: prefer } = save;
  const { mutate: takeBack } = undo;
  return useMemo(() => {
    const action = (id: string, name: string, icon: Command['icon'], run: () => void): Command => ({ id, kind: 'action', name, icon: icon ?? 'next', run });
    return [
      ...PLACES.map(({ name, icon }): Command => ({ id: name, kind: 'place', name: t(`nav-${name}`), icon, run: () => go({ name }) })),
      action('capture', t('nav-capture'), 'plus', () => showOverlay({ name: 'capture' })),
      action('undo', t('palette-undo'), 'undo', () => void api.changes(undefined, undefined, 10).then(({ changes }) => {
        const last = changes.find((step) => !step.undone && !step.undoes);
        if (last) takeBack(last.turn_id);
      })),
      action('due', t('today-due-all'), 'due', () => go({ name: 'due' })),
      action('backup', t('settings-backup'), 'download', () => window.location.assign(api.backupAddress())),
      ...(['system', 'light', 'dark'] as Theme[]).map((theme) =>
        action(`theme-${theme}`, `${t('settings-theme')}: ${t(`theme-${theme}`)}`, 'sun', () => setTheme(theme))),
      ...LANGUAGES.map((code) => action(`language-${code}`, `${t('settings-language')}: ${nativeName(code)}`, 'globe', () => prefer({ language: code }))),
    ];
  }, [t, prefer, takeBack]);
}
