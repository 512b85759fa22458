/** A failure as one sentence in the person's language: what happened, that nothing is lost, what to do. */
import { useCallback } from 'react';
import { asProblem } from '../api/problems';
import { useText } from '../i18n/text';

export function useExplain(): (error: unknown) => string {
  const t = useText();
  return useCallback(
    (error) => {
      const problem = asProblem(error);
      if (problem.kind === 'offline' && navigator.onLine) return t('problem-away');
      return t(`problem-${problem.kind}`);
    },
    [t],
  );
}
