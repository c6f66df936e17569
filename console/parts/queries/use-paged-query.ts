import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import type { ListPlace } from "../place/list-place.ts";
import { useBegunPlace } from "../place/use-place.ts";
import type { Page } from "./page.ts";

export interface PagedQuery<T> {
  readonly question: string;
  readonly keyOf: (item: T) => string;
  /** Where the list begins when a person comes back to it; null for its beginning. */
  readonly begun: ListPlace | null;
  /** Null before the first answer. They stay while more are read, and when that fails. */
  readonly items: readonly T[] | null;
  readonly total: number | null;
  readonly hasMore: boolean;
  readonly isLoading: boolean;
  /** Why the latest reading failed; it stays while the pages are read again. */
  readonly error: unknown;
  readonly more: () => void;
  readonly reload: () => void;
  readonly retry: () => void;
}

interface Read<T, Position> {
  readonly items: readonly T[];
  readonly next: Position | null;
  readonly total: number | null;
  readonly pages: number;
}

interface State<T, Position> {
  readonly question: string;
  readonly read: Read<T, Position> | null;
  readonly error: unknown;
  readonly isLoading: boolean;
}

/**
 * Reads a list page by page: the first one when the screen is shown and when `question` changes, the others on demand. One
 * to which a person comes back is read as far as it was shown.
 *
 * @param question says what is listed; another one forgets the pages
 * @param ask reads the page at a position, the first one at null; it must end with its signal
 * @param keyOf an item that a later page brings again is left out: numbered pages shift when something is added
 */
export function usePagedQuery<T, Position>(
  question: string,
  ask: (position: Position | null, signal: AbortSignal) => Promise<Page<T, Position>>,
  keyOf: (item: T) => string,
): PagedQuery<T> {
  const begun = useBegunPlace(question, question);
  const [state, setState] = useState<State<T, Position>>(() => unread(question));
  const latest = useRef({ question, ask, keyOf, state });
  latest.current = { question, ask, keyOf, state };
  const reading = useRef<AbortController | null>(null);
  const repeat = useRef<() => void>(() => undefined);

  const start = useCallback((from: Read<T, Position> | null, pages: number, least = 0) => {
    const { question, ask, keyOf } = latest.current;
    repeat.current = () => start(from, pages, least);
    reading.current?.abort();
    const ending = new AbortController();
    reading.current = ending;
    setState((before) => ({
      ...(before.question === question ? before : unread<T, Position>(question)),
      isLoading: true,
    }));
    readPages(from, { pages, least }, ask, keyOf, ending.signal).then(
      (read) => {
        if (!ending.signal.aborted) setState({ question, read, error: null, isLoading: false });
      },
      (error: unknown) => {
        if (!ending.signal.aborted) setState(({ read }) => ({ question, read, error, isLoading: false }));
      },
    );
  }, []);

  useEffect(() => {
    start(null, 1, begun?.address === question ? begun.shown : 0);
    return () => reading.current?.abort();
  }, [question, start, begun]);

  const more = useCallback(() => {
    const { read, isLoading } = latest.current.state;
    if (!isLoading && read !== null && read.next !== null) start(read, 1);
  }, [start]);
  const reload = useCallback(() => start(null, latest.current.state.read?.pages ?? 1), [start]);
  const retry = useCallback(() => repeat.current(), []);

  const { read, error, isLoading } = state.question === question ? state : unread<T, Position>(question);
  return {
    question,
    keyOf,
    begun,
    items: read?.items ?? null,
    total: read?.total ?? null,
    hasMore: read !== null && read.next !== null,
    isLoading,
    error,
    more,
    reload,
    retry,
  };
}

function unread<T, Position>(question: string): State<T, Position> {
  return { question, read: null, error: null, isLoading: true };
}

/** Reads so many pages after those that are there, and more until there are so many items. */
async function readPages<T, Position>(
  from: Read<T, Position> | null,
  until: { readonly pages: number; readonly least: number },
  ask: (position: Position | null, signal: AbortSignal) => Promise<Page<T, Position>>,
  keyOf: (item: T) => string,
  signal: AbortSignal,
): Promise<Read<T, Position>> {
  const items = new Map((from?.items ?? []).map((item) => [keyOf(item), item]));
  let { next, total, pages } = from ?? { next: null, total: null, pages: 0 };
  const isEnough = (read: number) => read >= until.pages && items.size >= until.least;
  for (let read = 0; !isEnough(read) && (pages === 0 || next !== null); read += 1) {
    const page: Page<T, Position> = await ask(next, signal);
    for (const item of page.items) if (!items.has(keyOf(item))) items.set(keyOf(item), item);
    next = page.next;
    total = page.total ?? null;
    pages += 1;
  }
  return { items: [...items.values()], next, total, pages };
}

/** The answer of a list that the API gives in pages, by the field that has the items. */
type CursorPage<Field extends string, T> = Readonly<Record<Field, readonly T[]>> & {
  readonly next_cursor: string | null;
};

/**
 * The same of a list that the API gives by cursors.
 *
 * @param field of the answer, which has the items
 * @param ask gets the cursor as the parameter of the request: none for the first page
 */
export function useCursorQuery<Field extends string, T>(
  question: string,
  field: Field,
  ask: (at: { readonly cursor?: string }, signal: AbortSignal) => Promise<CursorPage<Field, T>>,
  keyOf: (item: T) => string,
): PagedQuery<T> {
  return usePagedQuery<T, string>(
    question,
    async (cursor, signal) => {
      const page = await ask(cursor === null ? {} : { cursor }, signal);
      return { items: page[field], next: page.next_cursor };
    },
    keyOf,
  );
}
