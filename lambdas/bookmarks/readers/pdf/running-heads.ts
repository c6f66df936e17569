import type { TextLine } from "./text-lines.ts";

/** The number of lines at the top and at the bottom of a page that may be running heads, footers and page numbers. */
const AT_EDGE = 2;
/** A line that is repeated on fewer pages, or on a smaller share of them, is text. */
const MIN_PAGES = 3;
const MIN_SHARE = 0.3;

/** The lines at the edges of a page without their numbers, which differ from page to page. */
function edges(page: readonly TextLine[]): Map<TextLine, string> {
  const down = page.toSorted((one, other) => other.y - one.y);
  const chosen = [...down.slice(0, AT_EDGE), ...down.slice(-AT_EDGE)];
  return new Map(chosen.map((line) => [line, line.text.trim().replace(/[\divxlc]+/giu, "#")]));
}

/** Pages without page numbers and without the lines that are repeated at their tops and bottoms. */
export function withoutRunningHeads(pages: readonly (readonly TextLine[])[]): TextLine[][] {
  const withEdges = pages.map((page) => ({ page, edge: edges(page) }));
  // A line that is not at an edge has no entry here.
  const counts = new Map<string | undefined, number>();
  for (const { edge } of withEdges) {
    for (const text of new Set(edge.values())) counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  const least = Math.max(MIN_PAGES, MIN_SHARE * pages.length);
  return withEdges.map(({ page, edge }) => {
    const kept = page.filter((line) => (counts.get(edge.get(line)) ?? 0) < least);
    // On a page of few lines all of them may be repeated, as on slides.
    return kept.length === 0 ? [...page] : kept;
  });
}
