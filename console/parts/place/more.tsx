import { translations } from "../../language/language.ts";
import { partTexts } from "../part-texts.ts";

/** The button below a list that shows more of its items. */
export function More({ onPress }: { readonly onPress: () => void }) {
  return (
    <p class="more">
      <button type="button" onClick={onPress}>
        {translations(partTexts).more}
      </button>
    </p>
  );
}
