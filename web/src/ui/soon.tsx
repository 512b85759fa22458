/**
 * A component that is a script of its own. Unlike `lazy`, one whose script is already there is drawn at once, without a
 * placeholder in between (React keeps each placeholder for at least 300 ms), and the script can be asked for early.
 */
import { use, type ComponentType } from 'react';

const FORGET_MS = 2_000;

type Script<P> = { default: ComponentType<P> };

/** The component, with `load` to fetch it before it is shown; a failed load is tried anew when it is asked for later. */
export function soon<P extends object>(fetch: () => Promise<Script<P>>): ComponentType<P> & { load: () => Promise<unknown> } {
  let asked: Promise<Script<P>> | undefined;
  const load = () => {
    if (asked) return asked;
    const coming: Promise<Script<P>> = fetch().then(
      (script) => {
        Object.assign(coming, { status: 'fulfilled', value: script }); // what `use` reads without a wait
        return script;
      },
      (error: unknown) => {
        // Kept for a moment: a render that asks again at once must find the failure, not start over.
        setTimeout(() => (asked = undefined), FORGET_MS);
        throw error;
      },
    );
    asked = coming;
    return coming;
  };
  function Soon(props: P) {
    const Shown = use(load()).default; // asked for in every render: one that waited here must come back here
    return <Shown {...props} />;
  }
  return Object.assign(Soon, { load });
}
