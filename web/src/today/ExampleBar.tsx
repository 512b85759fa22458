/** Says that what is shown is an example, and takes it away. */
import { useText } from '../i18n/text';
import { Button } from '../ui/Button';
import { useExample } from './example';

export function ExampleBar() {
  const t = useText();
  const { there, end } = useExample();
  if (!there) return null;
  return (
    <aside className="example-bar">
      <span>{t('example-here')}</span>
      <Button small look="soft" icon="trash" isDisabled={end.isPending} onPress={() => end.mutate()}>{t('example-end')}</Button>
    </aside>
  );
}
