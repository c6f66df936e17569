import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { NetworkFailure } from "../../../client/index.ts";
import { isOffline } from "../../device/offline.ts";
import { translations } from "../../language/language.ts";
import { usePassedFocus } from "../focus/use-passed-focus.ts";
import { partTexts } from "../part-texts.ts";
import { useExplain } from "./use-explain.ts";

/**
 * Why something could not be read, with a button `Try again`. Screen readers announce it once while it stays the same, since
 * some lists are read every few seconds, and again after a failed `Try again`. It is retried when the connection is back.
 * Nothing is shown when the session has ended: the frame says that.
 */
export function Failure({
  error,
  isLoading,
  onRetry,
}: {
  readonly error: unknown;
  /** Whether it is being read again, by a person or not. */
  readonly isLoading: boolean;
  readonly onRetry: () => void;
}) {
  const t = translations(partTexts);
  const why = useExplain()(error);
  const [isRetried, setRetried] = useState(false);
  // Together with the answer: an effect in the next frame would undo an earlier press.
  useLayoutEffect(() => {
    if (!isLoading) setRetried(false);
  }, [isLoading, error]);
  const shown = usePassedFocus<HTMLParagraphElement>();
  const wasOffline = useRef(false);
  useEffect(() => {
    if (wasOffline.current && !isOffline.value && error instanceof NetworkFailure) onRetry();
    wasOffline.current = isOffline.value;
  }, [isOffline.value]);
  if (why === null) return null;
  return (
    <p ref={shown} role="alert" class="failure">
      {isRetried ? t.loading : why}{" "}
      <button
        type="button"
        aria-disabled={isRetried}
        onClick={() => {
          if (isRetried) return;
          setRetried(true);
          onRetry();
        }}
      >
        {t.tryAgain}
      </button>
    </p>
  );
}
