/** The first minute: no question; things to say, an example life to try, ideas to start from. */
import { useQuery } from '@tanstack/react-query';
import { api } from '../api/client';
import { useTalk } from '../chat/useChat';
import { useLocale, useText } from '../i18n/text';
import { addressOf, go } from '../shell/router';
import { AppTile } from '../ui/AppTile';
import { Button } from '../ui/Button';
import { Icon, Mark } from '../ui/Icon';
import { isWide } from '../ui/useWide';
import { useExample } from './example';

const SUGGESTIONS = ['chat-suggestion-1', 'chat-suggestion-2', 'chat-suggestion-3', 'chat-suggestion-4'];

export function Welcome() {
  const t = useText();
  const { send, pending } = useTalk();
  const { start } = useExample();
  const begin = (text: string) => {
    if (!isWide()) go({ name: 'chat' }); // on wide screens the app opens with the talk beside it
    void send(text);
  };
  const { language } = useLocale();
  const ideas = useQuery({ queryKey: ['gallery', language, ''], queryFn: () => api.ideas(language), staleTime: 300_000, retry: false });
  return (
    <div className="welcome">
      <section className="welcome-say" aria-labelledby="welcome-say">
        <h2 id="welcome-say">{t('welcome-say')}</h2>
        <p className="muted">{t('welcome-text')}</p>
        <ul className="welcome-suggestions">
          {SUGGESTIONS.map((id) => (
            <li key={id}>
              <Button look="plain" className="welcome-suggestion" icon="chat" isDisabled={!!pending && !pending.error} onPress={() => begin(t(id))}>{t(id)}</Button>
            </li>
          ))}
        </ul>
      </section>
      {!ideas.isError && <div className="welcome-ways">
        <section className="card way">
          <Mark size={36} />
          <h2>{t('welcome-example')}</h2>
          <p className="muted small">{t('welcome-example-text')}</p>
          <Button look="solid" isDisabled={start.isPending} onPress={() => start.mutate()}>{t('welcome-example-start')}</Button>
        </section>
        <section className="card way">
          <span className="way-icon"><Icon name="bulb" size={28} /></span>
          <h2>{t('welcome-ideas')}</h2>
          <p className="muted small">{t('welcome-ideas-text')}</p>
          {!!ideas.data?.length && (
            <ul className="welcome-ideas">
              {ideas.data.slice(0, 6).map((idea) => (
                <li key={idea.id}>
                  <a href={addressOf({ name: 'gallery', idea: idea.id })} className="turn-app"><AppTile id={idea.id} icon={idea.icon} size="xs" /><span>{idea.name}</span></a>
                </li>
              ))}
            </ul>
          )}
          <a className="button soft" href={addressOf({ name: 'gallery' })}>{t('welcome-ideas-open')}</a>
        </section>
      </div>}
    </div>
  );
}
