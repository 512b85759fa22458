/** Catches a view that fails, so that the rest of the page keeps working. */
import { Component, type ReactNode } from 'react';
import { useText } from '../i18n/text';
import { Button } from '../ui/Button';
import { Empty } from '../ui/Empty';

export class Boundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    return <Failed onRetry={() => this.setState({ failed: false })} />;
  }
}

function Failed({ onRetry }: { onRetry: () => void }) {
  const t = useText();
  return (
    <section className="pane">
      <Empty icon="warn" title={t('view-failed-title')} text={t('view-failed-text')}>
        <Button look="solid" onPress={onRetry}>{t('try-again')}</Button>
      </Empty>
    </section>
  );
}
