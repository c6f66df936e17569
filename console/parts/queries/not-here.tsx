import { CloudOff, SearchX } from "lucide";
import { isOffline } from "../../device/offline.ts";
import { translations } from "../../language/language.ts";
import { useSignedIn } from "../../library/signed-in.ts";
import { Icon } from "../icon.tsx";
import { EmptyState } from "../states/empty-state.tsx";
import { Skeleton } from "../states/skeleton.tsx";
import { SyncNote } from "../sync-note.tsx";
import { notHereTexts } from "./not-here-texts.ts";
import { isCutOff, Unsynced } from "./unsynced.tsx";

/** What stands in place of a thing that is not on this device: it is gone, or not loaded yet, or can't be loaded now. */
export function NotHere({
  type,
  text,
}: {
  readonly type: "bookmark" | "stock";
  /** Says that it is gone. */
  readonly text: string;
}) {
  const state = useSignedIn().library.state.value;
  if (state.isWhole) return <EmptyState picture={<Icon icon={SearchX} />} text={text} />;
  if (isOffline.value) {
    return <EmptyState picture={<Icon icon={CloudOff} />} text={translations(notHereTexts)[type]} />;
  }
  if (isCutOff(state)) return <Unsynced type={type} state={state} view="rows" />;
  return (
    <>
      <SyncNote type={type} />
      <Skeleton view="lines" />
    </>
  );
}
