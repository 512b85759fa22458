/** The frame's own script: waits for the page, loads the widget, shows it, tells when it is there or fails. */
import './locks';
import { Component, useEffect, type ComponentType, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { CALISSON } from '../protocol';
import { begin, tell } from './bridge';

const said = (error: unknown) => (error instanceof Error ? `${error.name}: ${error.message}` : String(error)).slice(0, 500);
const fail = (error: unknown) => tell({ type: 'failed', message: said(error) });

class Whole extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override componentDidCatch(error: unknown): void {
    fail(error);
  }

  override render(): ReactNode {
    return this.state.failed ? null : this.props.children;
  }
}

function Shown({ Widget }: { Widget: ComponentType }) {
  useEffect(() => tell({ type: 'shown' }), []);
  return <Widget />;
}

async function show(code: string): Promise<void> {
  const { default: Widget } = (await import(code)) as { default?: unknown };
  if (typeof Widget !== 'function') throw new Error('the widget has no default export');
  const root = document.createElement('div');
  root.id = 'root';
  document.body.append(root);
  new ResizeObserver(() => tell({ type: 'size', height: Math.ceil(root.getBoundingClientRect().height) })).observe(root);
  createRoot(root, { onUncaughtError: fail }).render(<Whole><Shown Widget={Widget as ComponentType} /></Whole>);
}

function first(event: MessageEvent): void {
  const [port] = event.ports;
  if (event.source !== parent || event.data?.calisson !== CALISSON || event.data.type !== 'start' || !port) return;
  removeEventListener('message', first);
  begin(port, event.data.app, event.data.look);
  show(event.data.code).catch(fail);
}

addEventListener('message', first);
parent.postMessage({ calisson: CALISSON, type: 'ready' }, '*');
