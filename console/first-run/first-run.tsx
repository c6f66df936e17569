import type { ComponentChildren } from "preact";
import { translations } from "../language/language.ts";
import { useSignedIn } from "../library/signed-in.ts";
import { useMovingDialog } from "../parts/moving/use-moving-dialog.tsx";
import { focusOneField } from "../parts/search/focus-one-field.ts";
import { EmptyState } from "../parts/states/empty-state.tsx";
import { PricesDrawing } from "../prices/prices-drawing.tsx";
import { RecommendationsDrawing } from "../recommendations/recommendations-drawing.tsx";
import { BookmarkDrawing, ExtensionDrawing, ImportDrawing } from "./first-drawings.tsx";
import { firstRunTexts } from "./first-run-texts.ts";

/** What a person can begin with who has no bookmarks: a picture, a sentence and one action each. */
export function FirstRun() {
  const t = translations(firstRunTexts);
  const { isAdmin } = useSignedIn().person;
  const [open, dialog] = useMovingDialog("bookmark");
  const further = (picture: ComponentChildren, text: string, path: string, action: string, target?: "_blank") => (
    <li>
      <EmptyState picture={picture} text={text}>
        <a class="button" href={path} target={target} rel={target && "noopener"}>
          {action}
        </a>
      </EmptyState>
    </li>
  );
  return (
    <>
      <div class="first-run">
        <EmptyState picture={<BookmarkDrawing />} text={t.save}>
          <button type="button" class="primary" onClick={focusOneField}>
            {t.saveAction}
          </button>
        </EmptyState>
        <EmptyState picture={<ImportDrawing />} text={t.import}>
          <button type="button" onClick={() => open("import")}>
            {t.importAction}
          </button>
        </EmptyState>
      </div>
      <ul class="first-run further-steps" aria-label={t.further}>
        {further(<ExtensionDrawing />, t.extension, "/docs/extension", t.extensionAction, "_blank")}
        {isAdmin && further(<PricesDrawing />, t.product, "/app/prices", t.productAction)}
        {isAdmin && further(<RecommendationsDrawing />, t.site, "/app/recommendations/add", t.siteAction)}
      </ul>
      {dialog}
    </>
  );
}
