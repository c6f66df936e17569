import { SearchX } from "lucide";
import { translations } from "../language/language.ts";
import { useSignedIn } from "../library/signed-in.ts";
import { Icon } from "../parts/icon.tsx";
import { Elsewhere } from "../parts/search/elsewhere.tsx";
import { EmptyState } from "../parts/states/empty-state.tsx";
import type { BookSelection } from "./book-query.ts";
import { BooksDrawing } from "./books-drawing.tsx";
import { booksTexts } from "./books-texts.ts";

/** Shown instead of the list when it has no books. */
export function NoBooks({
  selection: { q, job },
  hasMore,
}: {
  readonly selection: BookSelection;
  /** Whether the search has not ended. */
  readonly hasMore: boolean;
}) {
  const t = translations(booksTexts);
  const { person } = useSignedIn();
  if (hasMore) return <EmptyState picture={<Icon icon={SearchX} />} text={t.foundNothingYet} />;
  if (q !== "")
    return (
      <EmptyState picture={<Icon icon={SearchX} />} text={t.foundNothing}>
        <Elsewhere q={q} withoutBooks />
      </EmptyState>
    );
  return (
    <EmptyState picture={<BooksDrawing />} text={job === "" ? t.none : t.noneOfJob}>
      {person.isAdmin && (
        <a
          class="button primary"
          href={job === "" ? "/app/operations/jobs" : `/app/operations/jobs/${encodeURIComponent(job)}`}
        >
          {job === "" ? t.firstJob : t.toJob}
        </a>
      )}
    </EmptyState>
  );
}
