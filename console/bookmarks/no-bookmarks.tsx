import { SearchX } from "lucide";
import { translations } from "../language/language.ts";
import { Icon } from "../parts/icon.tsx";
import { useMovingDialog } from "../parts/moving/use-moving-dialog.tsx";
import { focusOneField } from "../parts/search/focus-one-field.ts";
import { EmptyState } from "../parts/states/empty-state.tsx";
import { bookmarkTexts } from "./bookmark-texts.ts";
import { BookmarkDrawing, ImportDrawing } from "./bookmarks-drawings.tsx";

/** What stands in place of the list when it has no bookmarks. */
export function NoBookmarks({ isWholeList }: { readonly isWholeList: boolean }) {
  const t = translations(bookmarkTexts);
  const [open, dialog] = useMovingDialog("bookmark");
  // Above the list is the button that shows all.
  if (!isWholeList) return <EmptyState picture={<Icon icon={SearchX} />} text={t.noneFound} />;
  return (
    <div class="first-run">
      <EmptyState picture={<BookmarkDrawing />} text={t.firstSave}>
        <button type="button" class="primary" onClick={focusOneField}>
          {t.saveFirst}
        </button>
      </EmptyState>
      <EmptyState picture={<ImportDrawing />} text={t.firstImport}>
        <button type="button" onClick={() => open("import")}>
          {t.importFirst}
        </button>
      </EmptyState>
      {dialog}
    </div>
  );
}
