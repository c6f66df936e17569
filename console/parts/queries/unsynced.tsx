import { CloudOff, TriangleAlert } from "lucide";
import type { SyncState } from "../../../client/index.ts";
import { isOffline } from "../../device/offline.ts";
import { Icon } from "../icon.tsx";
import { EmptyState } from "../states/empty-state.tsx";
import type { SkeletonView } from "../states/skeleton.tsx";
import { Skeleton } from "../states/skeleton.tsx";
import { SignedOutState } from "./signed-out-state.tsx";
import { SyncNote } from "./sync-note.tsx";
import { useExplain } from "./use-explain.ts";

/** Whether this device has not all of it and does not get it now. */
export function isCutOff({ isRead, isWhole, error }: SyncState): boolean {
  return isRead && !isWhole && (isOffline.value || error !== null);
}

/** Shown instead of a list of which nothing is on this device yet. */
export function Unsynced({
  type,
  state,
  view,
}: {
  readonly type: "bookmark" | "stock";
  readonly state: SyncState;
  readonly view: SkeletonView;
}) {
  const explain = useExplain();
  if (!isCutOff(state)) return <Skeleton view={view} />;
  if (explain(state.error) === null) return <SignedOutState />;
  return (
    <EmptyState picture={<Icon icon={isOffline.value ? CloudOff : TriangleAlert} />} text={<SyncNote type={type} />} />
  );
}
