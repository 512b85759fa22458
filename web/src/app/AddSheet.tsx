/** An entry by hand, from anywhere. */
import { useApp } from '../api/queries';
import { useText } from '../i18n/text';
import { hideOverlay } from '../shell/overlay';
import { Skeleton } from '../ui/Empty';
import { Sheet } from '../ui/Sheet';
import { FormFields } from '../views/FormView';

export default function AddSheet({ app }: { app: { id: string; name: string } }) {
  const t = useText();
  const query = useApp(app.id);
  const entity = query.data?.app.entities[0];
  return (
    <Sheet title={t('today-add-to', { name: app.name })} isOpen onClose={hideOverlay}>
      {query.data && entity ? <FormFields app={query.data.app} entity={entity} onDone={hideOverlay} /> : <Skeleton label={t('loading')} rows={4} />}
    </Sheet>
  );
}
