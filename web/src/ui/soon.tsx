/**
 * A component that is a script of its own. Unlike `lazy`, one whose script is already there is drawn at once, without a
 * placeholder in between (React keeps each placeholder for at least 300 ms), and the script can be asked for early.
 */
import { use, type ComponentType } from 'react';

const FORGET_MS = 2_000;

type Script<P> = { default: ComponentType<P> };

/** The component, with `load` to fetch it before it is shown; a failed load is tried anew when it is asked for later. */
export function soon<P extends object>(fetch: () => Promise<Script<P>>): ComponentType<P> & { load: () => Promise<unknown> } {
  let there: ComponentType<P> | undefined;
  let asked: Promise<Script<P>> | undefined;
  const load = () =>
    (asked ??= fetch().then(
      (script) => {
        there = script.default;
        return script;
      },
      (error: unknown) => {
        // Kept for a moment: a render that asks again at once must find the failure, not start over.
        setTimeout(() => (asked = undefined), FORGET_MS);
        throw error;
      },
    ));
  function Soon(props: P) {
    const Shown = there ?? use(load()).default;
    return <Shown {...props} />;
  }
  return Object.assign(Soon, { load });
}
