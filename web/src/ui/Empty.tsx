/** An empty state: what this place is for, and what to do next. Also the skeleton shown while loading. */
import type { ReactNode } from 'react';
import { Icon, type IconName } from './Icon';

interface Props {
  icon: IconName;
  title: string;
  text?: string;
  children?: ReactNode;
}

export function Empty({ icon, title, text, children }: Props) {
  return (
    <div className="empty" data-icon={icon}>
      <span className="empty-icon"><Icon name={icon} size={26} /></span>
      <h3>{title}</h3>
      {text && <p className="muted">{text}</p>}
      {children && <div className="empty-actions">{children}</div>}
    </div>
  );
}

/** Quiet bars in the place of content that is on its way; sized like it, so that nothing jumps. */
export function Skeleton({ rows = 4, label }: { rows?: number; label: string }) {
  return (
    <div className="skeleton" role="status" aria-label={label}>
      {Array.from({ length: rows }, (_, i) => <span key={i} />)}
    </div>
  );
}
