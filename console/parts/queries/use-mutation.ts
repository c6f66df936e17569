import { useRef, useState } from "preact/hooks";
import { notifyFailure } from "../../status/status.tsx";
import { explain } from "./explain.ts";

/** Something a person has started. */
export interface Mutation {
  /**
   * Whether it is in progress; a second start is ignored. A button says so by `aria-disabled`: by `disabled` it would lose
   * the focus.
   */
  readonly isBusy: boolean;
  readonly run: () => void;
}

/** Runs an action of a button or a form; a failure is told with what to do. */
export function useMutation(act: () => Promise<void>): Mutation {
  const [isBusy, setBusy] = useState(false);
  const isRunning = useRef(false);
  const run = () => {
    if (isRunning.current) return;
    isRunning.current = true;
    setBusy(true);
    act()
      .catch((error: unknown) => notifyFailure(explain(error)))
      .finally(() => {
        isRunning.current = false;
        setBusy(false);
      });
  };
  return { isBusy, run };
}
