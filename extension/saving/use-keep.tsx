import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { messageOf } from "../../console/language/message-of.ts";
import { tellBackground } from "./tell-background.ts";

/** Changes what waits in this browser, has the script in the background send it, and then calls `done`. */
export type Keep = (change: () => Promise<unknown>, done?: () => void) => void;

/** A function that changes what waits, and why its last change could not be kept. */
export function useKeep(): [keep: Keep, failure: VNode | null] {
  const [problem, setProblem] = useState<string | null>(null);
  const keep: Keep = (change, done = () => undefined) => {
    setProblem(null);
    change()
      .then(tellBackground)
      .then(done)
      .catch((error: unknown) => setProblem(messageOf(error)));
  };
  const failure =
    problem === null ? null : (
      <p role="alert" class="failure">
        {problem}
      </p>
    );
  return [keep, failure];
}
