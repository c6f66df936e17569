import type { BookFacts } from "../../lambdas/books/domain/book.ts";

/** What a volume says of its book: nothing but these facts. */
export function bookFacts(facts: Partial<BookFacts> & Pick<BookFacts, "volumeId">): BookFacts {
  return {
    title: null,
    subtitle: null,
    authors: [],
    publisher: null,
    publishedDate: null,
    description: null,
    language: null,
    thumbnailUrl: null,
    infoLink: null,
    ...facts,
  };
}
