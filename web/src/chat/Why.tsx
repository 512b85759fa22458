/** Why something was done: the option that was taken, over which others, under which policy. */
import { useDecision } from '../api/queries';
import { useText } from '../i18n/text';
import { addressOf } from '../shell/router';
import { Sheet } from '../ui/Sheet';

export function Why({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useText();
  const decision = useDecision(id, true);
  return (
    <Sheet title={t('chat-why-title')} isOpen onClose={onClose}>
      {decision.data ? (
        <>
          <p><strong>{decision.data.option}</strong> · {decision.data.why}</p>
          <table className="answer-rows">
            <tbody>
              {decision.data.alternatives?.map((other, index) => (
                <tr key={index}>
                  <td className="num">{Math.round(other.probability * 100)} %</td>
                  <td>{other.option}</td>
                  <td className="muted">{other.why}</td>
                </tr>
              ))}
            </tbody>
          </table>
          {Boolean(decision.data.memories?.length) && (
            <>
              <h3>{t('chat-why-memories')}</h3>
              <ul className="memory-uses">
                {decision.data.memories?.map((use) => (
                  <li key={use.id}>
                    <a href={addressOf({ name: 'memory', memory: use.id })}>{use.text || t('memory-closed-gone')}</a>
                    <span className="muted small"> · {t(`memory-how-${use.how}`)}{use.why && ` (${use.why})`}</span>
                  </li>
                ))}
              </ul>
            </>
          )}
          <p className="muted small">{decision.data.policy}</p>
        </>
      ) : (
        <p>{t('loading')}</p>
      )}
    </Sheet>
  );
}
