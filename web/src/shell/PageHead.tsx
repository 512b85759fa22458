/** The head of a place: its heading, what can be done there, and on phones whether everything is saved. */
import type { ReactNode } from 'react';
import { useWide } from '../ui/useWide';
import { StatusBadge } from './Status';

export function PageHead({ title, lead, children }: { title: string; lead?: ReactNode; children?: ReactNode }) {
  const wide = useWide();
  return (
    <header className="page-head">
      {lead}
      <h1 tabIndex={-1}>{title}</h1>
      <span className="spacer" />
      {children}
      {!wide && <StatusBadge />}
    </header>
  );
}
