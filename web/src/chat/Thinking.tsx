/** The home is at it: three small lozenges, still when the person asks for less motion. */
import { useText } from '../i18n/text';

export function Thinking() {
  const t = useText();
  return (
    <span className="thinking" role="img" aria-label={t('chat-thinking')}>
      {[0, 1, 2].map((n) => (
        <svg key={n} viewBox="0 0 12 16" width="10" height="14" aria-hidden="true"><path d="M6 .5C7.300 3 9.500 5.800 11.500 8 9.500 10.200 7.300 13 6 15.500 4.700 13 2.500 10.200.5 8 2.500 5.800 4.700 3 6 .5z" /></svg>
      ))}
    </span>
  );
}
