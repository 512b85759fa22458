/**
 * What the page is doing right now: idle, saving, sending a message, or out of reach of the home.
 * One small observable for the whole page; it probes `/health` while the home cannot be reached.
 */

export type Status = 'saved' | 'saving' | 'sending' | 'offline';

export interface ActivityState {
  status: Status;
  /** The home wants a password. */
  locked: boolean;
}

class Activity {
  private writes = 0;
  private turns = 0;
  private offline = false;
  private locked = false;
  private state: ActivityState = { status: 'saved', locked: false };
  private listeners = new Set<() => void>();
  private probe: ReturnType<typeof setTimeout> | undefined;

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  snapshot = (): ActivityState => this.state;

  /** Counts a request; call what it returns when the request is over. */
  start(writes: boolean): () => void {
    if (!writes) return () => undefined;
    this.writes += 1;
    this.publish();
    return () => {
      this.writes -= 1;
      this.publish();
    };
  }

  /** Counts a message on its way, until the returned function is called. */
  startTurn(): () => void {
    this.turns += 1;
    this.publish();
    return () => {
      this.turns -= 1;
      this.publish();
    };
  }

  reached(): void {
    if (!this.offline) return;
    this.offline = false;
    clearTimeout(this.probe);
    this.publish();
  }

  lost(): void {
    if (!this.offline) {
      this.offline = true;
      this.publish();
    }
    clearTimeout(this.probe);
    this.probe = setTimeout(() => void this.knock(), 3000);
  }

  lock(): void {
    this.locked = true;
    this.publish();
  }

  unlock(): void {
    this.locked = false;
    this.publish();
  }

  /** Asks whether the home is there. */
  async knock(): Promise<void> {
    try {
      const response = await fetch('/api/v1/health', { credentials: 'same-origin' });
      if (response.status < 502) this.reached();
      else this.lost();
    } catch {
      this.lost();
    }
  }

  private publish(): void {
    const status: Status = this.offline ? 'offline' : this.turns ? 'sending' : this.writes ? 'saving' : 'saved';
    if (status === this.state.status && this.locked === this.state.locked) return;
    this.state = { status, locked: this.locked };
    for (const listener of this.listeners) listener();
  }
}

/** The one instance. */
export const activity = new Activity();

if (typeof window !== 'undefined') {
  window.addEventListener('offline', () => activity.lost());
  window.addEventListener('online', () => void activity.knock());
}
