import { useEffect, useMemo, useState } from "preact/hooks";
import type { Bookmark } from "../../../client/index.ts";
import { readSearch } from "../../../client/search.ts";
import { useSignedIn } from "../../library/signed-in.ts";
import type { LinePart } from "./line-of-text.ts";

/**
 * Why a search has found an item: a line of its text with the words of the search. Its place is kept from the beginning, so
 * that no row moves when the line is there; without words in the search there is neither.
 */
export function FoundLine({
  q,
  page = null,
  language = "",
  stored,
}: {
  readonly q: string;
  /** Whose text is looked for on this device. */
  readonly page?: Bookmark | null;
  /** BCP 47. */
  readonly language?: string;
  /** What else was searched, in the order in which it is shown. */
  readonly stored: readonly (string | null | undefined)[];
}) {
  const { library } = useSignedIn();
  const texts = useMemo(() => readSearch(q).texts, [q]);
  const [line, setLine] = useState<readonly LinePart[]>([]);
  const others = stored.join("\n");
  useEffect(() => {
    if (texts.length === 0) return;
    let isOver = false;
    const textHere = async (id: string) => (await library.loadBackground()).texts.here(id);
    Promise.all([import("./line-of-text.ts"), page === null ? null : textHere(page.id)]).then(
      ([{ lineOfText }, content]) => {
        if (!isOver) setLine(lineOfText(texts, content?.html ?? null, others));
      },
      (error: unknown) => console.error(error),
    );
    return () => {
      isOver = true;
    };
  }, [texts, page, others, library]);
  if (texts.length === 0) return null;
  return (
    <p class="found-line" lang={language} dir="auto">
      {line.map(({ text, isFound }) => (isFound ? <mark>{text}</mark> : text))}
    </p>
  );
}
