import type { ComponentChildren, RefObject } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { translations } from "../../language/language.ts";
import { notifyFailure } from "../../status/status.tsx";
import { partTexts } from "../part-texts.ts";
import { explain } from "../queries/explain.ts";
import { focusRefused } from "./focus-refused.ts";

export interface FormOptions {
  /** The label of the button that sends the form. Default: `Save`. */
  readonly submit?: string;
  /** Sends the form's values; null when one of them is wrong, which is shown there. */
  readonly onSubmit: () => (() => Promise<void>) | null;
  /** A second way to end the form. */
  readonly other?: { readonly label: string; readonly run: () => Promise<void> } | null;
  /** What is in progress; shown and announced until the form is sent. */
  readonly progress?: string;
  /**
   * Says why sending has failed, and what to do; null when the form shows it, or when nothing is to be said. Default:
   * `explain`.
   */
  readonly reason?: (error: unknown) => string | null;
}

/**
 * A form that shows within itself what has failed, and puts the focus into the first wrong box. If its dialog or its screen
 * was closed meanwhile, the failure is announced like that of any other action.
 */
export function Form({
  submit,
  onSubmit,
  other = null,
  progress,
  reason = explain,
  form: given,
  onDone = () => undefined,
  children,
}: FormOptions & {
  /** For a caller that submits it. */
  readonly form?: RefObject<HTMLFormElement | null>;
  readonly onDone?: () => void;
  readonly children: ComponentChildren;
}) {
  const own = useRef<HTMLFormElement>(null);
  const form = given ?? own;
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  /** The number of attempts that have begun or failed: after each of them a box may be wrong. */
  const [turns, setTurns] = useState(0);
  const isRunning = useRef(false);
  const isGone = useRef(false);
  useEffect(
    () => () => {
      isGone.current = true;
    },
    [],
  );
  useEffect(() => {
    if (turns > 0) form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [turns]);
  const start = (run: (() => Promise<void>) | null) => {
    setTurns((count) => count + 1);
    if (isRunning.current || run === null) return;
    isRunning.current = true;
    setBusy(true);
    setFailure(null);
    run()
      .then(onDone, (error: unknown) => {
        const why = reason(error);
        if (!isGone.current) setFailure(why);
        else if (why !== null) notifyFailure(why);
        setTurns((count) => count + 1);
      })
      .finally(() => {
        isRunning.current = false;
        setBusy(false);
      });
  };
  return (
    <form
      ref={form}
      noValidate
      aria-busy={isBusy}
      onSubmit={(event) => {
        event.preventDefault();
        if (!focusRefused(event.currentTarget)) start(onSubmit());
      }}
    >
      {children}
      {progress !== undefined && <p role="status">{isBusy && progress}</p>}
      <div class="actions">
        <button type="submit" class="primary" aria-disabled={isBusy}>
          {submit ?? translations(partTexts).save}
        </button>
        {other !== null && (
          <button type="button" aria-disabled={isBusy} onClick={() => start(other.run)}>
            {other.label}
          </button>
        )}
        {/* Beside the buttons, which stay in sight in a long dialog. */}
        <div role="alert" class="failure">
          {failure}
        </div>
      </div>
    </form>
  );
}
