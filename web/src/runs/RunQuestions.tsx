/** What a run asks before it does something: the thing that would happen, and yes or no. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../api/client';
import type { RunAnswer, RunQuestion } from '../api/runs';
import { useText } from '../i18n/text';
import { useExplain } from '../shell/explain';
import { Button } from '../ui/Button';
import { toast } from '../ui/toasts';
import { refreshRun } from './live';

export function RunQuestions({ run, questions }: { run: string; questions: readonly RunQuestion[] }) {
  const client = useQueryClient();
  const explain = useExplain();
  const answer = useMutation({
    mutationFn: ({ question, said }: { question: string; said: RunAnswer }) => api.answerRun(run, question, said),
    onError: (error) => toast({ text: explain(error), tone: 'danger' }),
    onSettled: () => refreshRun(client, run),
  });
  return questions.map((question) => (
    <QuestionCard key={question.id} question={question} busy={answer.isPending} onAnswer={(said) => answer.mutate({ question: question.id, said })} />
  ));
}

export function QuestionCard({ question, busy, onAnswer }: { question: RunQuestion; busy: boolean; onAnswer: (said: RunAnswer) => void }) {
  const t = useText();
  return (
    <section className="card run-ask" aria-label={t('run-ask-title')} role="group">
      <h2>{t('run-ask-title')}</h2>
      {question.agent && <p className="small muted">{t('run-ask-helper', { name: question.agent })}</p>}
      <p>{question.text}</p>
      {question.target && <p className="run-target">{question.target}</p>}
      {question.details.length > 0 && (
        <details>
          <summary>{t('run-ask-details')}</summary>
          <dl className="run-details">
            {question.details.map((detail) => (
              <div key={detail.name}><dt>{detail.name}</dt><dd><pre tabIndex={0}>{detail.text}</pre></dd></div>
            ))}
          </dl>
        </details>
      )}
      <div className="run-buttons">
        <Button look="solid" isDisabled={busy} onPress={() => onAnswer('yes')}>{t('run-ask-yes')}</Button>
        <Button isDisabled={busy} onPress={() => onAnswer('no')}>{t('run-ask-no')}</Button>
        {question.reason === 'policy' && <Button look="plain" isDisabled={busy} onPress={() => onAnswer('always')}>{t('run-ask-always')}</Button>}
      </div>
    </section>
  );
}
