/** A failure of an app's own code or file: the home's own sentence where it has one, which is in the person's language. */
import { asProblem } from '../api/problems';
import { useExplain } from '../shell/explain';

export function useTold(): (error: unknown) => string {
  const explain = useExplain();
  return (error) => {
    const { id, detail } = asProblem(error);
    return detail && /^(package-|widget-|function-|error-function|error-no-function|error-sandbox|error-widget)/.test(id) ? detail : explain(error);
  };
}
