/** A picture of a record: chosen, taken with the camera, dropped or pasted; shown small, with a way to remove it. */
import { useState } from 'react';
import type { Value } from '../api/types';
import { asProblem } from '../api/problems';
import { useText } from '../i18n/text';
import { useExplain } from '../shell/explain';
import { Button } from '../ui/Button';
import { imageAddress, upload } from './images';

export default function ImageInput({ id, value, onChange, label }: { id: string; value: string; onChange: (value: Value) => void; label: string }) {
  const t = useText();
  const explain = useExplain();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const address = imageAddress(value, true);
  const take = async (file: Blob | null | undefined) => {
    if (!file) return;
    setBusy(true);
    setError(undefined);
    try {
      onChange(await upload(file));
    } catch (failure) {
      const problem = asProblem(failure);
      setError(problem.status || problem.kind === 'offline' ? explain(problem) : t('image-unreadable'));
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="image-input">
      {address && <img src={address} alt={label} width={96} height={96} />}
      <label
        className="image-drop" htmlFor={id}
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault();
          void take(event.dataTransfer.files[0]);
        }}
        onPaste={(event) => void take(event.clipboardData.files[0])}
      >
        <span>{busy ? t('image-sending') : value ? t('image-replace') : t('image-add')}</span>
        <input id={id} type="file" accept="image/*" disabled={busy} aria-label={label} onChange={(event) => void take(event.target.files?.[0])} />
      </label>
      {value && <Button small look="plain" icon="trash" onPress={() => onChange(null)}>{t('delete')}</Button>}
      {error && <span className="field-error" role="alert">{error}</span>}
    </div>
  );
}
