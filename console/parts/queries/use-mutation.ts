import { useRef, useState } from "preact/hooks";
import { useTellFailure } from "./use-explain.ts";

export interface Mutation {
  /**
   * Whether it is in progress; a second start is ignored. A button says so by `aria-disabled`: by `disabled` it would lose
   * the focus.
   */
  readonly isBusy: boolean;
  readonly run: () => void;
}

/** Runs an action of a button or a form; a failure is told with what to do. */
export function useMutation(act: () => Promise<unknown>): Mutation {
  const [isBusy, setBusy] = useState(false);
  const isRunning = useRef(false);
  const tellFailure = useTellFailure();
  const run = () => {
    if (isRunning.current) return;
    isRunning.current = true;
    setBusy(true);
    act()
      .catch(tellFailure)
      .finally(() => {
        isRunning.current = false;
        setBusy(false);
      });
  };
  return { isBusy, run };
}
