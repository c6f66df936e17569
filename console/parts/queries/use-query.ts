import { useCallback, useEffect, useRef, useState } from "preact/hooks";

export interface Query<T> {
  /** The latest; null before the first. It stays while the question is asked again, and when that fails. */
  readonly value: T | null;
  /** Why the latest answer is none; it stays while the question is asked again. */
  readonly error: unknown;
  readonly isLoading: boolean;
  readonly reload: () => void;
}

/**
 * Asks the API when the screen is shown, when `question` changes, and by `reload`. An answer to an earlier question, or to a
 * closed screen, is dropped.
 *
 * @param question says what is asked, e.g. `products`; another one forgets the answer
 * @param ask must end with its signal
 */
export function useQuery<T>(question: string, ask: (signal: AbortSignal) => Promise<T>): Query<T> {
  const [state, setState] = useState<{ question: string; value: T | null; error: unknown; isLoading: boolean }>({
    question,
    value: null,
    error: null,
    isLoading: true,
  });
  const [attempt, setAttempt] = useState(0);
  const asked = useRef(ask);
  asked.current = ask;
  useEffect(() => {
    const ending = new AbortController();
    setState((before) => {
      const isSame = before.question === question;
      return { question, value: isSame ? before.value : null, error: isSame ? before.error : null, isLoading: true };
    });
    asked.current(ending.signal).then(
      (value) => {
        if (!ending.signal.aborted) setState({ question, value, error: null, isLoading: false });
      },
      (error: unknown) => {
        if (ending.signal.aborted) return;
        setState(({ value }) => ({ question, value, error, isLoading: false }));
      },
    );
    return () => ending.abort();
  }, [question, attempt]);
  const reload = useCallback(() => setAttempt((count) => count + 1), []);
  const isCurrent = state.question === question;
  return {
    value: isCurrent ? state.value : null,
    error: isCurrent ? state.error : null,
    isLoading: !isCurrent || state.isLoading,
    reload,
  };
}
