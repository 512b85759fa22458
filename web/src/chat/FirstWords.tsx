/** The empty conversation: what this is, and sentences to tap. */
import { Button as AriaButton } from 'react-aria-components';
import { useText } from '../i18n/text';
import { Mark } from '../ui/Icon';

const SUGGESTIONS = [
  { id: 'chat-suggestion-1', icon: '🍜' },
  { id: 'chat-suggestion-2', icon: '💶' },
  { id: 'chat-suggestion-3', icon: '🌤️' },
  { id: 'chat-suggestion-4', icon: '⏰' },
];

export function FirstWords({ onSend }: { onSend: (text: string) => void }) {
  const t = useText();
  return (
    <div className="first">
      <Mark size={56} />
      <h2>{t('chat-empty-title')}</h2>
      <p className="muted">{t('chat-empty-text')}</p>
      <ul className="suggestions">
        {SUGGESTIONS.map(({ id, icon }) => (
          <li key={id}>
            <AriaButton className="suggestion" onPress={() => onSend(t(id))}>
              <span aria-hidden="true" className="suggestion-icon">{icon}</span>
              <span>{t(id)}</span>
            </AriaButton>
          </li>
        ))}
      </ul>
    </div>
  );
}
