import type { RefObject } from "preact";
import { readSearch } from "../../../client/search.ts";
import { translations } from "../../language/language.ts";
import { searchTexts } from "./search-texts.ts";

/** The values of a search that can't be read, with a button that selects each in the box; nothing without any. */
export function SearchProblem({
  id,
  q,
  box,
}: {
  readonly id: string;
  /** As it stands in the box. */
  readonly q: string;
  readonly box: RefObject<HTMLInputElement | null>;
}) {
  const t = translations(searchTexts);
  const [problem] = readSearch(q).problems;
  if (problem === undefined) return null;
  const { operator, offset, length } = problem;
  const select = () => {
    box.current?.focus();
    box.current?.setSelectionRange(offset, offset + length);
  };
  return (
    <div class="search-problem" role="alert">
      <small id={id} class="failure">
        {t.problems[operator]}
      </small>{" "}
      <button type="button" class="quiet-button" onClick={select}>
        {t.showPlace}
      </button>
    </div>
  );
}
