/** The answer to a question: the number, what was asked, and the rows that it is made of. */
import { useState } from 'react';
import type { Answer, TurnResult } from '../api/types';
import { formatQuantity, formatValue } from '../i18n/format';
import { useLocale, useText } from '../i18n/text';
import { Button } from '../ui/Button';
import { AnswerTrend } from './AnswerTrend';

export function AnswerCard({ answer, result }: { answer: Answer; result: TurnResult }) {
  const t = useText();
  const locale = useLocale();
  const [open, setOpen] = useState(answer.rows.length > 0 && answer.rows.length <= 5);
  const fields = result.app?.entities.flatMap((entity) => entity.fields) ?? [];
  const grouped = answer.rows.every((row) => 'label' in row);
  const columns = grouped ? ['label', 'value'] : fields.filter((field) => answer.rows.some((row) => row[field.name] != null)).map((field) => field.name);
  const big =
    typeof answer.value === 'number'
      ? answer.unit === 'min' ? formatValue(answer.value, { name: '', label: '', type: 'duration' }, locale) : formatQuantity(answer.value, answer.unit, locale.language)
      : '';
  if (!big && answer.rows.length === 0) return null;
  return (
    <section className="card answer-card" aria-label={answer.words ?? ''}>
      {big && <p className="answer-value num">{big}</p>}
      {answer.words && big && <p className="muted small">{answer.words}</p>}
      <AnswerTrend answer={answer} />
      {answer.rows.length > 0 && (
        <>
          <div>
            <Button small look="plain" icon={open ? 'up' : 'down'} aria-expanded={open} onPress={() => setOpen(!open)}>
              {t('chat-rows', { count: answer.rows.length })}
            </Button>
          </div>
          {open && (
            <div className="scroll" role="group" tabIndex={0} aria-label={answer.words || t('chat-rows', { count: answer.rows.length })}>
              <table className="answer-rows">
                {!grouped && (
                  <thead>
                    <tr>{columns.map((name) => <th key={name} scope="col">{fields.find((field) => field.name === name)?.label}</th>)}</tr>
                  </thead>
                )}
                <tbody>
                  {answer.rows.slice(0, 50).map((row, index) => (
                    <tr key={String(row.id ?? index)}>
                      {columns.map((name) => {
                        const field = fields.find((other) => other.name === name);
                        const value = row[name] ?? null;
                        return <td key={name}>{field && !grouped ? formatValue(value, field, locale) : String(value ?? '')}</td>;
                      })}
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          )}
        </>
      )}
    </section>
  );
}
