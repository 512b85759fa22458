/** Why something was done: the option that was taken, over which others, under which policy. */
import { useDecision } from '../api/queries';
import { useText } from '../i18n/text';
import { Used } from '../memory/Used';
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
          <Used uses={decision.data.memories ?? []} />
          <p className="muted small">{decision.data.policy}</p>
        </>
      ) : (
        <p>{t('loading')}</p>
      )}
    </Sheet>
  );
}
