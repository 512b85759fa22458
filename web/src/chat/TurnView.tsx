/** One turn: what was said, the reply, what was understood as chips, the answer, and what can be done with it. */
import { useState } from 'react';
import { Button as AriaButton } from 'react-aria-components';
import { useDecision, useRecordWrites, useUndo } from '../api/queries';
import type { Answer, Chip, Field, Turn, TurnResult, Values } from '../api/types';
import { FieldInput } from '../fields/FieldInput';
import { formatQuantity, formatValue } from '../i18n/format';
import { useLocale, useText } from '../i18n/text';
import { addressOf } from '../shell/router';
import { AppTile } from '../ui/AppTile';
import { Button } from '../ui/Button';
import { Icon } from '../ui/Icon';
import { Sheet } from '../ui/Sheet';

export function TurnView({ turn, onSend }: { turn: Turn & { undone?: boolean }; onSend: (text: string) => void }) {
  const t = useText();
  const undo = useUndo();
  const [why, setWhy] = useState(false);
  const { result } = turn;
  const made = result.act === 'create_app' || result.act === 'edit_app';
  return (
    <article className="stack" aria-label={turn.text}>
      <p className="said"><span className="sr">{t('chat-you')}: </span>{turn.text}</p>
      <div className={`reply${turn.undone ? ' taken-back' : ''}`}>
        <p><span className="sr">{t('chat-home')}: </span>{result.reply}</p>
        {result.answer && <AnswerCard answer={result.answer} result={result} />}
        {made && result.app && !turn.undone && (
          <a href={addressOf({ name: 'app', app: result.app.id })} className="card app-card" aria-label={t('chat-open-app', { name: result.app.name })}>
            <AppTile id={result.app.id} icon={result.app.icon} />
            <span className="shelf-text">
              <strong>{result.app.name}</strong>
              <span className="muted small truncate">
                {result.app.entities.flatMap((entity) => entity.fields.map((field) => field.label)).join(' · ')}
              </span>
            </span>
            <Icon name="next" size={18} />
          </a>
        )}
        {!turn.undone && result.chips.length > 0 && <Chips result={result} />}
        {!!result.options?.length && (
          <div className="chips">
            {result.options.map((option) => (
              <Button key={option} small onPress={() => onSend(option)}>{option}</Button>
            ))}
          </div>
        )}
        <div className="turn-actions">
          {turn.undone ? (
            <span className="muted small">{t('undone')}</span>
          ) : (
            result.undoable && (
              <Button small look="plain" icon="undo" isDisabled={undo.isPending} onPress={() => undo.mutate(turn.id)}>
                {t('undo')}
              </Button>
            )
          )}
          {result.decision && <Button small look="plain" onPress={() => setWhy(true)}>{t('chat-why')}</Button>}
        </div>
        {why && result.decision && <Why id={result.decision.id} onClose={() => setWhy(false)} />}
      </div>
    </article>
  );
}

function fieldOf(result: TurnResult, name: string): Field | undefined {
  return result.app?.entities.flatMap((entity) => entity.fields).find((field) => field.name === name);
}

function Chips({ result }: { result: TurnResult }) {
  const t = useText();
  const locale = useLocale();
  const [open, setOpen] = useState<Chip>();
  return (
    <div className="chips" role="group" aria-label={t('chat-understood')}>
      {result.chips.map((chip) => {
        const field = fieldOf(result, chip.field);
        const shown = chip.formatted || (field ? formatValue(chip.value, field, locale) : String(chip.value));
        return (
          <AriaButton
            key={`${chip.record_id}/${chip.field}`}
            className={`chip${chip.sure === false ? ' unsure' : ''}`}
            aria-label={`${chip.label}: ${shown}. ${t('chat-edit-chip', { field: chip.label })}`}
            isDisabled={!field}
            onPress={() => setOpen(chip)}
          >
            <span className="chip-label">{chip.label}</span>
            <span>{shown}</span>
            {chip.sure === false && <span className="small">{t('chat-guessed')}</span>}
          </AriaButton>
        );
      })}
      {open && <ChipEditor chip={open} result={result} onClose={() => setOpen(undefined)} />}
    </div>
  );
}

function ChipEditor({ chip, result, onClose }: { chip: Chip; result: TurnResult; onClose: () => void }) {
  const t = useText();
  const field = fieldOf(result, chip.field);
  const writes = useRecordWrites(result.app?.id ?? '');
  const [value, setValue] = useState(chip.value);
  if (!field) return null;
  const save = () => {
    const values: Values = { [field.name]: value };
    writes.change.mutate({ record: chip.record_id, values }, { onSuccess: onClose });
  };
  return (
    <Sheet title={field.label} isOpen onClose={onClose}>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <FieldInput field={field} value={value} onChange={setValue} />
        <Button type="submit" look="solid" isDisabled={writes.change.isPending}>{t('save')}</Button>
      </form>
    </Sheet>
  );
}

function AnswerCard({ answer, result }: { answer: Answer; result: TurnResult }) {
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
      {answer.rows.length > 0 && (
        <>
          <div>
            <Button small look="plain" icon={open ? 'up' : 'down'} aria-expanded={open} onPress={() => setOpen(!open)}>
              {t('chat-rows', { count: answer.rows.length })}
            </Button>
          </div>
          {open && (
            <div className="scroll">
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

function Why({ id, onClose }: { id: string; onClose: () => void }) {
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
          <p className="muted small">{decision.data.policy}</p>
        </>
      ) : (
        <p>{t('loading')}</p>
      )}
    </Sheet>
  );
}
