import { Tags } from "lucide";
import { translations } from "../../language/language.ts";
import { Icon } from "../icon.tsx";
import { tagTexts } from "./tag-texts.ts";

/** The way from a list to the screen of all tags. On a phone its name is for screen readers: the head is one row. */
export function TagsLink() {
  return (
    <a class="button to-icon" href="/app/tags">
      <Icon icon={Tags} />
      <span>{translations(tagTexts).tags}</span>
    </a>
  );
}
