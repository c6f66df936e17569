import type { Bookmark, Stock } from "../../client/index.ts";
import { translations } from "../../console/language/language.ts";
import { MarkIcon } from "../../console/parts/marks/mark-icon.tsx";
import { markTexts } from "../../console/parts/marks/mark-texts.ts";
import { isMarked, MARKS, markChange } from "../../console/parts/marks/marks.ts";
import type { Library } from "../saving/library.ts";
import type { Keep } from "../saving/use-keep.tsx";

/** The buttons that mark a saved page as read or unread, or give it a star or remove it; kept first, then sent. */
export function PageMarks({
  type,
  item,
  library,
  keep,
}: {
  readonly type: "bookmark" | "stock";
  readonly item: Bookmark | Stock;
  readonly library: Pick<Library, "queue">;
  readonly keep: Keep;
}) {
  const t = translations(markTexts);
  return (
    <div class="actions">
      {MARKS.map((mark) => {
        const isOn = isMarked(item, mark);
        const change = () => library.queue.enqueue({ update: type, id: item.id, body: markChange(mark, !isOn) });
        return (
          <button key={mark} type="button" data-mark={mark} data-on={isOn} onClick={() => keep(change)}>
            <MarkIcon mark={mark} />
            {(isOn ? t.unmark : t.mark)[mark]}
          </button>
        );
      })}
    </div>
  );
}
