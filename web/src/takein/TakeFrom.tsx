/** Asks where an app of another home comes from, a file or a link; what it is and may do is shown next. */
import { useRef, useState } from 'react';
import { useText } from '../i18n/text';
import { hideOverlay, showOverlay } from '../shell/overlay';
import { Button } from '../ui/Button';
import { Sheet } from '../ui/Sheet';

export default function TakeFrom() {
  const t = useText();
  const file = useRef<HTMLInputElement>(null);
  const [url, setUrl] = useState('');
  const [house, setHouse] = useState(false);
  const given = url.trim();
  const usable = /^https?:\/\/\S+$/i.test(given);
  return (
    <Sheet title={t('package-title')} isOpen onClose={hideOverlay}>
      <Button icon="upload" onPress={() => file.current?.click()}>{t('package-open')}</Button>
      <input
        ref={file}
        type="file"
        accept=".calisson-app"
        hidden
        aria-label={t('package-open')}
        onChange={(event) => {
          const picked = event.target.files?.[0];
          if (picked) showOverlay({ name: 'take-package', from: { file: picked } });
        }}
      />
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          if (usable) showOverlay({ name: 'take-package', from: { url: given, house } });
        }}
      >
        <div className="field">
          <label htmlFor="package-url">{t('package-link')}</label>
          <input
            id="package-url" type="url" inputMode="url" className="input" placeholder="https://" value={url}
            onChange={(event) => setUrl(event.target.value)}
          />
        </div>
        <label className="check-row">
          <input type="checkbox" checked={house} onChange={(event) => setHouse(event.target.checked)} />
          <span>{t('package-link-house')}</span>
        </label>
        <Button look="solid" type="submit" isDisabled={!usable}>{t('package-link-look')}</Button>
      </form>
    </Sheet>
  );
}
