import { ExternalLink, Pencil } from "lucide";
import { useId } from "preact/hooks";
import type { Bookmark } from "../../client/index.ts";
import { translations } from "../language/language.ts";
import { BackLink } from "../parts/back-link.tsx";
import { Icon } from "../parts/icon.tsx";
import { Marks } from "../parts/marks/mark-buttons.tsx";
import { partTexts } from "../parts/part-texts.ts";
import { safeAddress } from "../parts/safe-address.ts";
import { shellTexts } from "../shell/shell-texts.ts";
import { LookChoices } from "./look-choices.tsx";
import { readingTexts } from "./reading-texts.ts";

/** The bar at the top while a text is read: the link back, and the actions. */
export function ReadingTools({
  item,
  title,
  list,
  onEdit,
}: {
  readonly item: Bookmark;
  readonly title: string;
  /** The address of the list from which the text was opened. */
  readonly list: string;
  readonly onEdit: () => void;
}) {
  const t = translations(readingTexts);
  const id = useId();
  const original = safeAddress(item.url);
  return (
    <div class="reading-tools" role="toolbar" aria-label={t.tools}>
      <BackLink to={list}>{translations(shellTexts).bookmarks}</BackLink>
      <Marks type="bookmark" item={item} name={title} />
      <button type="button" class="quiet-button" popovertarget={id} aria-label={`Aa: ${t.lookTitle}`}>
        Aa
      </button>
      <button type="button" class="quiet-button to-icon" onClick={onEdit}>
        <Icon icon={Pencil} />
        <span>{translations(partTexts).edit}</span>
      </button>
      {original !== null && (
        // The shortcuts find it by this attribute.
        <a class="to-icon" href={original} data-original target="_blank" rel="noreferrer noopener">
          <span>{t.original}</span>
          <Icon icon={ExternalLink} />
        </a>
      )}
      <div class="reading-progress" aria-hidden="true" />
      <LookChoices id={id} />
    </div>
  );
}
