import type { ComponentChildren } from "preact";
import { usePassedFocus } from "./focus/use-passed-focus.ts";
import { useMutation } from "./queries/use-mutation.ts";

/**
 * A button that runs an action: a press meanwhile does nothing, and a failure is told. If the button goes by what it does, the focus
 * goes to the heading before it.
 */
export function RunButton({
  act,
  ...attributes
}: {
  readonly act: () => Promise<unknown>;
  readonly class?: string;
  /** Id of the heading that tells the button from those of other items. */
  readonly "aria-describedby"?: string;
  readonly children: ComponentChildren;
}) {
  const { isBusy, run } = useMutation(act);
  const button = usePassedFocus<HTMLButtonElement>();
  return <button ref={button} type="button" aria-disabled={isBusy} onClick={run} {...attributes} />;
}
