import { CloudOff, SearchX } from "lucide";
import type { SyncState } from "../../../client/index.ts";
import { isOffline } from "../../device/offline.ts";
import { translations } from "../../language/language.ts";
import { useSignedIn } from "../../library/signed-in.ts";
import { Icon } from "../icon.tsx";
import { partTexts } from "../part-texts.ts";
import { EmptyState } from "../states/empty-state.tsx";
import type { SkeletonView } from "../states/skeleton.tsx";
import { Skeleton } from "../states/skeleton.tsx";
import { syncNoteTexts } from "./sync-note-texts.ts";
import { isCutOff, Unsynced } from "./unsynced.tsx";

/** Whether what is not on this device may still come. */
export function isAwaited(state: SyncState): boolean {
  return !state.isWhole && !isCutOff(state);
}

/** Shown instead of an item that is not on this device: it is gone, not loaded yet, or can't be loaded now. */
export function NotHere({
  type,
  view,
  text,
}: {
  readonly type: "bookmark" | "stock";
  /** The shape of what may still come. */
  readonly view: SkeletonView;
  /** Says that it is gone. */
  readonly text: string;
}) {
  const state = useSignedIn().library.state.value;
  if (state.isWhole) return <EmptyState picture={<Icon icon={SearchX} />} text={text} />;
  if (isOffline.value && isCutOff(state)) {
    return <EmptyState picture={<Icon icon={CloudOff} />} text={translations(syncNoteTexts).oneOffline(type)} />;
  }
  if (!isAwaited(state)) return <Unsynced type={type} state={state} view={view} />;
  return (
    <>
      <p role="status" class="visually-hidden">
        {translations(partTexts).loading}
      </p>
      <Skeleton view={view} />
    </>
  );
}
