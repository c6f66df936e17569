import { isOffline } from "../../device/offline.ts";
import { count } from "../../language/format.ts";
import { translations } from "../../language/language.ts";
import { useSignedIn } from "../../library/signed-in.ts";
import { partTexts } from "../part-texts.ts";
import { RunButton } from "../run-button.tsx";
import { syncNoteTexts } from "./sync-note-texts.ts";
import { useExplain } from "./use-explain.ts";

/** What is not on this device yet, and why the last refresh has failed; nothing otherwise. */
export function SyncNote({ type }: { readonly type: "bookmark" | "stock" }) {
  const t = translations(syncNoteTexts);
  const { library } = useSignedIn();
  const explain = useExplain();
  library.revision.value;
  const { isRead, isWhole, error } = library.state.value;
  const why = error === null ? null : explain(error);
  const { length } = library.synced.list({ type });
  if (!isRead) return null;
  if (isOffline.value) {
    return isWhole ? null : <p class="quiet offline">{length === 0 ? t.noneOffline(type) : t.partlyOffline(type)}</p>;
  }
  return (
    <>
      {!isWhole && error === null && <p class="quiet">{t.partly(type, count(length))}</p>}
      {why !== null && (
        <p class="failure">
          {why} <RunButton act={() => library.synced.refresh()}>{translations(partTexts).tryAgain}</RunButton>
        </p>
      )}
    </>
  );
}
