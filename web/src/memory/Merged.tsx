/** What became part of a memory: when it was said again, what it took the place of; each can be taken apart. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../api/client';
import { useUndoToast } from '../api/queries';
import type { Fact } from '../api/types';
import { formatWhen } from '../i18n/format';
import { useLocale, useText } from '../i18n/text';
import { useExplain } from '../shell/explain';
import { Button } from '../ui/Button';
import { toast } from '../ui/toasts';
import './profile.css';

export function Merged({ fact }: { fact: Fact }) {
  const t = useText();
  const locale = useLocale();
  const client = useQueryClient();
  const explain = useExplain();
  const undoToast = useUndoToast();
  const trace = useQuery({ queryKey: ['memories', '', 'trace', fact.id], queryFn: () => api.memoryTrace(fact.id) });
  const split = useMutation({
    mutationFn: (merge: string) => api.splitMerge(merge),
    onSuccess: (written) => undoToast(t('memory-apart'), written.turn_id),
    onError: (error: unknown) => toast({ text: explain(error), tone: 'danger' }),
    onSettled: () => client.invalidateQueries({ queryKey: ['memories'] }),
  });
  const groups = [['memory-again', trace.data?.restated ?? []], ['memory-replaced', trace.data?.replaced ?? []]] as const;
  return groups.map(([label, merges]) => merges.length > 0 && (
    <section key={label} className="merged" aria-label={t(label)}>
      <h3>{t(label)}</h3>
      <ul>
        {merges.map((merge) => (
          <li key={merge.id}>
            <p>{merge.text} <span className="muted small">{formatWhen(merge.at, locale)}</span></p>
            <Button small isDisabled={split.isPending} onPress={() => split.mutate(merge.id)}>{t('memory-split')}</Button>
          </li>
        ))}
      </ul>
    </section>
  ));
}
