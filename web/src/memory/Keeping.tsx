/** What waits for the person's yes, and what was forgotten and why. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../api/client';
import { useUndoToast } from '../api/queries';
import { formatWhen } from '../i18n/format';
import { useLocale, useText } from '../i18n/text';
import { useExplain } from '../shell/explain';
import { Button } from '../ui/Button';
import { toast } from '../ui/toasts';
import { ScoreBar, ScoreParts } from './Reasons';
import { monthOf } from './Source';
import { SUMMARY } from './facts';

/** Texts that came from outside: nothing answers from them before the person keeps them. */
// Asked for by the page, too: a failed one is not asked again by each part that is drawn.
export const useProposals = () => useQuery({ queryKey: ['memory-proposed'], queryFn: api.proposedMemories, retryOnMount: false });
export const useReport = () => useQuery({ queryKey: ['memory-report'], queryFn: api.memoryReport, retryOnMount: false });

export function Proposals() {
  const t = useText();
  const client = useQueryClient();
  const explain = useExplain();
  const undoToast = useUndoToast();
  const waiting = useProposals();
  const answer = useMutation({
    mutationFn: ({ id, yes }: { id: string; yes: boolean }) => api.answerProposal(id, yes),
    onSuccess: (written, { yes }) => undoToast(t(yes ? 'memory-kept' : 'memory-forgotten'), written.turn_id),
    onError: (error: unknown) => toast({ text: explain(error), tone: 'danger' }),
    onSettled: () => Promise.all([['memories'], ['memory-proposed']].map((queryKey) => client.invalidateQueries({ queryKey }))),
  });
  if (!waiting.data?.length) return null;
  return (
    <section className="proposals" aria-label={t('memory-proposed')}>
      <h2>{t('memory-proposed')}</h2>
      <p className="muted small">{t('memory-proposed-text')}</p>
      {waiting.data.map((fact) => (
        <div key={fact.id} className="proposal">
          <p>{fact.text}</p>
          <Button small look="solid" isDisabled={answer.isPending} onPress={() => answer.mutate({ id: fact.id, yes: true })}>{t('memory-keep')}</Button>
          <Button small isDisabled={answer.isPending} onPress={() => answer.mutate({ id: fact.id, yes: false })}>{t('memory-dismiss')}</Button>
        </div>
      ))}
    </section>
  );
}

/** How much is kept, and what was let go, with the reason of each; its words are not shown again. */
export function Report() {
  const t = useText();
  const locale = useLocale();
  const report = useReport();
  if (!report.data) return null;
  const { items, most_items: most, forgotten } = report.data;
  return (
    <details className="memory-report">
      <summary>{t('memory-report', { items, forgotten: forgotten.length })}</summary>
      <p className="muted small">{most ? t('memory-room', { items, most }) : t('memory-room-endless')}</p>
      {forgotten.length ? (
        <ul>
          {forgotten.map((one) => (
            <li key={one.id}>
              {t(`memory-reason-${one.reason}`)}
              <span className="muted small">
                {formatWhen(one.at.slice(0, 16), locale)} · {one.erased_at ? t('memory-erased') : t('memory-erased-at', { when: formatWhen(one.due_at.slice(0, 16), locale) })}
                {one.detail?.extract && <> · {t('memory-extracted', { month: monthOf(one.detail.extract.slice(SUMMARY.length), locale.language) })}</>}
              </span>
              {one.detail?.score !== undefined && (
                <>
                  <ScoreBar parts={one.detail} />
                  <ScoreParts parts={one.detail} />
                </>
              )}
            </li>
          ))}
        </ul>
      ) : <p className="muted small">{t('memory-report-none')}</p>}
    </details>
  );
}
