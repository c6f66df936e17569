import { LayoutGrid, Rows3 } from "lucide";
import type { Book } from "../../client/index.ts";
import { choose, preferences } from "../device/preferences.ts";
import { translations } from "../language/language.ts";
import { CheckBox } from "../parts/forms/check-box.tsx";
import { Choice } from "../parts/forms/choice.tsx";
import { Filters } from "../parts/forms/filters.tsx";
import { ViewChoice } from "../parts/forms/view-choice.tsx";
import { partTexts } from "../parts/part-texts.ts";
import type { BookQuery } from "./book-query.ts";
import { SORTS } from "./book-query.ts";
import { booksTexts } from "./books-texts.ts";
import { JobFilter } from "./job-filter.tsx";

/** The job whose books are listed, their order, whether by job, and how they are shown. */
export function BooksToolbar({
  query: { job, sort, isGrouped },
  books,
  onChange,
}: {
  readonly query: BookQuery;
  /** Those that are shown. */
  readonly books: readonly Book[];
  readonly onChange: (changes: Partial<BookQuery>) => void;
}) {
  const t = translations(booksTexts);
  return (
    <>
      <Choice
        label={translations(partTexts).order}
        value={sort}
        choices={SORTS.map((each) => [each, t.sorts[each]] as const)}
        onChoose={(each) => onChange({ sort: each })}
      />
      <Filters named={job === "" ? [] : [{ name: job, onRemove: () => onChange({ job: "" }) }]}>
        <JobFilter job={job} books={books} onChoose={(name) => onChange({ job: name })} />
        <CheckBox label={t.byJob} isOn={isGrouped} onChange={(isOn) => onChange({ isGrouped: isOn })} />
      </Filters>
      <ViewChoice
        view={preferences.value.bookView}
        choices={[
          ["rows", Rows3, translations(partTexts).asRows],
          ["covers", LayoutGrid, t.asCovers],
        ]}
        onChoose={(view) => choose({ bookView: view })}
      />
    </>
  );
}
