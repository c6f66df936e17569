import { RefreshCw, RotateCw } from "lucide";
import { translations } from "../../language/language.ts";
import { useSignedIn } from "../../library/signed-in.ts";
import { notify } from "../../status/status.tsx";
import { usePassedFocus } from "../focus/use-passed-focus.ts";
import { Icon } from "../icon.tsx";
import { ActionName } from "../item-actions.tsx";
import { partTexts } from "../part-texts.ts";
import { useMutation } from "../queries/use-mutation.ts";

/** Which item is fetched again, and as what its button is shown. */
export interface Refreshed {
  /** Id of the item's heading. */
  readonly describedBy: string;
  /** Whether the item has failed, and the button is `Try again`. */
  readonly isRetry?: boolean;
}

/**
 * The button that has an item fetched again, of a failed one also as `Try again`, also when there is no network now. It does
 * nothing while the item is fetched, or is about to be.
 */
export function RefreshButton({
  type,
  id,
  isUnderWay,
  told,
  describedBy,
  isRetry = false,
}: Refreshed & {
  readonly type: "bookmark" | "stock";
  readonly id: string;
  /** Whether it is being fetched. */
  readonly isUnderWay: boolean;
  /** What is said once it is queued. */
  readonly told: () => string;
}) {
  const t = translations(partTexts);
  const { library } = useSignedIn();
  // There may be a `Try again` only while the item has failed.
  const button = usePassedFocus<HTMLButtonElement>();
  const refresh = useMutation(async () => {
    await library.queue.enqueue({ refresh: type, id });
    notify(told());
  });
  const waits = library.waiting.value.waiting.some(({ intent }) => "refresh" in intent && intent.id === id);
  const isOff = isUnderWay || waits;
  return (
    <button
      ref={button}
      type="button"
      aria-describedby={describedBy}
      // Not `disabled`: the focus would be lost when the fetch begins.
      aria-disabled={isOff}
      onClick={isOff ? undefined : refresh.run}
    >
      <Icon icon={isRetry ? RotateCw : RefreshCw} />
      <ActionName>{isRetry ? t.tryAgain : t.fetchAgain}</ActionName>
    </button>
  );
}
