import { RefreshCw, RotateCw } from "lucide";
import type { Bookmark, Stock } from "../../../client/index.ts";
import { isOffline } from "../../device/offline.ts";
import { translations } from "../../language/language.ts";
import { useSignedIn } from "../../library/signed-in.ts";
import { notify } from "../../status/status.tsx";
import { usePassedFocus } from "../focus/use-passed-focus.ts";
import { Icon } from "../icon.tsx";
import { ActionName } from "../item-actions.tsx";
import { partTexts } from "../part-texts.ts";
import { useMutation } from "../queries/use-mutation.ts";
import { undoTexts } from "./undo-texts.ts";

interface RefreshProps {
  readonly type: "bookmark" | "stock";
  readonly item: Bookmark | Stock;
  /** Id of the item's heading. */
  readonly describedBy: string;
}

/** `Try again` of an item that has failed; nothing of any other, and where it is of no use. */
export function RetryButton(props: RefreshProps) {
  const { item } = props;
  const canRetry = item.status === "failed" && !("can_retry" in item && !item.can_retry);
  return canRetry ? <RefreshButton {...props} isRetry /> : null;
}

/**
 * The button that has an item fetched again, also when there is no network now. It does nothing while the item is fetched, or
 * is about to be.
 */
export function RefreshButton({
  type,
  item: { id, status },
  describedBy,
  isRetry = false,
}: RefreshProps & {
  /** Whether the button is `Try again`. */
  readonly isRetry?: boolean;
}) {
  const t = translations(partTexts);
  const { library } = useSignedIn();
  // There may be a `Try again` only while the item has failed.
  const button = usePassedFocus<HTMLButtonElement>();
  const refresh = useMutation(async () => {
    await library.queue.enqueue({ refresh: type, id });
    notify(isOffline.value ? t.changed : translations(undoTexts).fetching);
  });
  const waits = library.waiting.value.waiting.some(({ intent }) => "refresh" in intent && intent.id === id);
  const isOff = !["done", "ready", "failed"].includes(status) || waits;
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
