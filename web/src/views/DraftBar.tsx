/** Says that a view was changed on this page only, and offers to keep the change as a version or to drop it. */
import { useText } from '../i18n/text';
import { Button } from '../ui/Button';
import type { useDraft } from './draft';

export function DraftBar({ draft }: { draft: ReturnType<typeof useDraft> }) {
  const t = useText();
  if (!draft.isChanged) return null;
  return (
    <div className="draft-bar" role="group" aria-label={t('view-changed')}>
      <span className="small">{t('view-changed')}</span>
      <Button small look="solid" isDisabled={draft.isSaving} onPress={() => void draft.keep()}>{t('view-keep')}</Button>
      <Button small look="plain" isDisabled={draft.isSaving} onPress={draft.reset}>{t('view-reset')}</Button>
    </div>
  );
}
