import type { TextLine } from "./text-lines.ts";

/** How many lines at the top and at the bottom of a page may be running heads, footers and page numbers. */
const AT_EDGE = 2;
/** A line that is repeated on fewer pages, or on a smaller share of them, is text. */
const MIN_PAGES = 3;
const MIN_SHARE = 0.3;

/** The lines at the edges of a page that are alike on many pages: without numbers, which differ. */
function edges(page: readonly TextLine[]): Map<TextLine, string> {
  const down = page.toSorted((one, other) => other.y - one.y);
  const chosen = [...down.slice(0, AT_EDGE), ...down.slice(-AT_EDGE)];
  return new Map(chosen.map((line) => [line, line.text.trim().replace(/[\divxlc]+/giu, "#")]));
}

/** Pages without the lines that are repeated at their tops and bottoms, and page numbers. */
export function withoutRunningHeads(pages: readonly (readonly TextLine[])[]): TextLine[][] {
  const withEdges = pages.map((page) => ({ page, edge: edges(page) }));
  // A line that is at no edge has no text here.
  const counts = new Map<string | undefined, number>();
  for (const { edge } of withEdges) {
    for (const text of new Set(edge.values())) counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  const least = Math.max(MIN_PAGES, MIN_SHARE * pages.length);
  return withEdges.map(({ page, edge }) => {
    const kept = page.filter((line) => (counts.get(edge.get(line)) ?? 0) < least);
    // A page of a few lines may be all alike, as those of slides are.
    return kept.length === 0 ? [...page] : kept;
  });
}
