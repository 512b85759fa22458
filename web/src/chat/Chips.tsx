/** What was understood, piece by piece; each piece can be put right where it stands. */
import { useState } from 'react';
import { Button as AriaButton } from 'react-aria-components';
import { useRecordWrites } from '../api/queries';
import type { Chip, Field, TurnResult, Values } from '../api/types';
import { FieldInput } from '../fields/FieldInput';
import { formatValue } from '../i18n/format';
import { useLocale, useText } from '../i18n/text';
import { Button } from '../ui/Button';
import { Sheet } from '../ui/Sheet';

function fieldOf(result: TurnResult, name: string): Field | undefined {
  return result.app?.entities.flatMap((entity) => entity.fields).find((field) => field.name === name);
}

export function Chips({ result }: { result: TurnResult }) {
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
            aria-label={`${chip.label} ${shown}${chip.sure === false ? ` ${t('chat-guessed')}` : ''}. ${t('chat-edit-chip', { field: chip.label })}`}
            isDisabled={!field}
            onPress={() => setOpen(chip)}
          >
            <span className="chip-label">{chip.label}</span>{' '}
            <span>{shown}</span>{' '}
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
