/** Ready ideas, found by words: each opens with its picture, to start from as it is or to change first. */
import { useDeferredValue, useState } from 'react';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../api/client';
import { asProblem } from '../api/problems';
import { useUndoToast } from '../api/queries';
import type { Idea } from '../api/types';
import { setDraft } from '../chat/drafts';
import { useLocale, useText } from '../i18n/text';
import { useExplain } from '../shell/explain';
import { PageHead } from '../shell/PageHead';
import { addressOf, go } from '../shell/router';
import { AppTile } from '../ui/AppTile';
import { Button } from '../ui/Button';
import { Empty, Skeleton } from '../ui/Empty';
import { Icon } from '../ui/Icon';
import { Sheet } from '../ui/Sheet';
import { toast } from '../ui/toasts';
import './gallery.css';

export default function GalleryPage({ idea }: { idea?: string | undefined }) {
  const t = useText();
  const explain = useExplain();
  const { language } = useLocale();
  const [words, setWords] = useState('');
  const [domain, setDomain] = useState('');
  const asked = useDeferredValue(words.trim());
  const query = useQuery({
    queryKey: ['gallery', language, asked],
    queryFn: () => api.ideas(language, asked),
    placeholderData: keepPreviousData,
    staleTime: 300_000,
  });
  const all = query.data ?? [];
  const domains = [...new Set(all.map((one) => one.domain))];
  const ideas = domain && domains.includes(domain) ? all.filter((one) => one.domain === domain) : all;
  const chosen = all.find((one) => one.id === idea);
  return (
    <section className="pane" aria-label={t('nav-gallery')}>
      <PageHead title={t('nav-gallery')} />
      <div className="page-body scroll">
        <p className="muted gallery-lead">{t('gallery-text')}</p>
        <div className="search-box">
          <Icon name="search" size={18} />
          <input type="search" value={words} aria-label={t('gallery-search')} placeholder={t('gallery-search')} onChange={(event) => setWords(event.target.value)} />
        </div>
        {domains.length > 1 && (
          <div className="chips gallery-domains" role="group" aria-label={t('gallery-domains')}>
            {['', ...domains].map((one) => (
              <button key={one} type="button" className="chip" aria-pressed={domain === one} onClick={() => setDomain(one)}>
                {one || t('gallery-all')}
              </button>
            ))}
          </div>
        )}
        {query.isPending && <Skeleton label={t('loading')} rows={6} />}
        {query.isError && <Empty icon="warn" title={t('gallery-away')} text={asProblem(query.error).kind === 'gone' ? '' : explain(query.error)} />}
        {query.data && !ideas.length && (
          <Empty icon="bulb" title={t('gallery-none-title')} text={t('gallery-none-text')}>
            <Button
              look="solid" icon="chat"
              onPress={() => {
                setDraft('chat', words.trim());
                go({ name: 'chat' });
              }}
            >
              {t('gallery-none-say')}
            </Button>
          </Empty>
        )}
        <ul className="ideas">
          {ideas.map((one) => (
            <li key={one.id}>
              <a className="idea" href={addressOf({ name: 'gallery', idea: one.id })}>
                <AppTile id={one.id} icon={one.icon} />
                <span className="shelf-text">
                  <strong>{one.name}</strong>
                  <span className="muted small idea-text">{one.summary}</span>
                </span>
              </a>
            </li>
          ))}
        </ul>
      </div>
      {chosen && <IdeaSheet idea={chosen} />}
    </section>
  );
}

function IdeaSheet({ idea }: { idea: Idea }) {
  const t = useText();
  const explain = useExplain();
  const client = useQueryClient();
  const undoToast = useUndoToast();
  const { language } = useLocale();
  const close = () => go({ name: 'gallery' }, true);
  const whole = useQuery({ queryKey: ['idea', idea.id, language], queryFn: () => api.idea(idea.id, language), staleTime: 300_000 });
  const take = useMutation({
    mutationFn: (_remix: boolean) => api.takeIdea(idea.id, language),
    onSuccess: (written, remix) => {
      undoToast(t('gallery-taken', { name: idea.name }), written.turn_id);
      void client.invalidateQueries();
      if (remix) setDraft('chat', t('gallery-remix-draft', { name: idea.name }));
      go({ name: 'app', app: written.app.id });
    },
    onError: (error) => toast({ text: explain(error), tone: 'danger' }),
  });
  const picture = whole.data?.picture;
  return (
    <Sheet title={`${idea.icon} ${idea.name}`} isOpen onClose={close} wide>
      <p>{idea.summary}</p>
      {picture && <img className="idea-picture" alt="" src={`data:image/svg+xml;utf8,${encodeURIComponent(picture)}`} />}
      {whole.data && (
        <p className="muted small">{whole.data.spec.entities.flatMap((entity) => entity.fields.map((field) => field.label)).join(' · ')}</p>
      )}
      <div className="row wrap">
        <Button look="solid" icon="plus" isDisabled={take.isPending} onPress={() => take.mutate(false)}>{t('gallery-take')}</Button>
        <Button icon="edit" isDisabled={take.isPending} onPress={() => take.mutate(true)}>{t('gallery-remix')}</Button>
      </div>
    </Sheet>
  );
}
