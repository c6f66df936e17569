import type { IconNode } from "lucide";
import type { Bookmark } from "../../client/index.ts";
import { isOffline } from "../device/offline.ts";
import { translations } from "../language/language.ts";
import { useSignedIn } from "../library/signed-in.ts";
import { usePassedFocus } from "../parts/focus/use-passed-focus.ts";
import { Icon } from "../parts/icon.tsx";
import { ActionName } from "../parts/item-actions.tsx";
import { useMutation } from "../parts/queries/use-mutation.ts";
import { notify } from "../status/status.tsx";
import { bookmarkTexts } from "./bookmark-texts.ts";

/**
 * The button that has a page read again, of a failed one also as `Try again`, also when there is no network now. It does nothing
 * while the page is being read, or is about to be.
 */
export function ReadAgain({
  item,
  describedBy,
  label,
  icon,
}: {
  readonly item: Bookmark;
  readonly describedBy: string;
  readonly label: string;
  readonly icon: IconNode;
}) {
  const t = translations(bookmarkTexts);
  const { library } = useSignedIn();
  // There may be a `Try again` only while the page has failed.
  const button = usePassedFocus<HTMLButtonElement>();
  const again = useMutation(async () => {
    await library.queue.enqueue({ refresh: "bookmark", id: item.id });
    notify(isOffline.value ? t.kept : t.willRead);
  });
  const isOver = item.status === "done" || item.status === "failed";
  const waits = library.waiting.value.waiting.some(({ intent }) => "refresh" in intent && intent.id === item.id);
  const isOff = !isOver || waits;
  return (
    <button
      ref={button}
      type="button"
      aria-describedby={describedBy}
      // Not `disabled`: the focus would be lost when the reading begins.
      aria-disabled={isOff}
      onClick={isOff ? undefined : again.run}
    >
      <Icon icon={icon} />
      <ActionName>{label}</ActionName>
    </button>
  );
}
