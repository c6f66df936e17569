import * as z from "zod/mini";
import { unescapedText } from "./twice-escaped.ts";

/** How many objects of a script, and how many authors of an object, are read. */
const MAX_ITEMS = 50;

const graph = z.object({ "@graph": z.array(z.unknown()) });
const withAuthor = z.object({ author: z.unknown() });
const ofArticle = z.object({ headline: z.catch(z.string(), ""), articleBody: z.catch(z.string(), "") });
const ofPage = z.object({ mainEntity: z.unknown() });
const named = z.object({ name: z.string() });
const identified = z.object({ "@id": z.string() });

const listed = (value: unknown): unknown[] => (Array.isArray(value) ? value.slice(0, MAX_ITEMS) : [value]);

const asRead = (_key: string, value: unknown): unknown => (typeof value === "string" ? unescapedText(value) : value);

/** The objects that a script describes: one object, a list, or a graph. Their texts are often escaped. Never throws. */
export function jsonLdObjects(json: string): unknown[] {
  let value: unknown;
  try {
    value = JSON.parse(json, asRead);
  } catch {
    // Broken scripts are common, and other parts of the page usually have the same fields.
    return [];
  }
  return listed(value).flatMap((item) => {
    const parsed = graph.safeParse(item);
    return parsed.success ? listed(parsed.data["@graph"]) : [item];
  });
}

const idOf = (object: unknown): string | undefined => identified.safeParse(object).data?.["@id"];

/** @param byId the objects of the page by their ids, to which an author may refer (JSON-LD, 1.1, 3.3) */
function nameOf(author: unknown, byId: ReadonlyMap<string, unknown>): string[] {
  if (typeof author === "string") return [author];
  const name = (named.safeParse(author).data ?? named.safeParse(byId.get(idOf(author) ?? "")).data)?.name;
  return name === undefined ? [] : [name];
}

/**
 * The names of the authors in schema.org's JSON-LD, in document order. They are not cleaned; some sites write an address
 * instead of a name. Never throws.
 *
 * @param scripts the contents of the page's `application/ld+json` scripts
 */
export function jsonLdAuthors(scripts: readonly string[]): string[] {
  const objects = scripts.flatMap(jsonLdObjects);
  const byId = new Map(objects.filter((object) => idOf(object)).map((object) => [idOf(object) ?? "", object]));
  return objects.flatMap((object) => {
    const parsed = withAuthor.safeParse(object);
    return parsed.success ? listed(parsed.data.author).flatMap((author) => nameOf(author, byId)) : [];
  });
}

/** What schema.org's JSON-LD says of the page's article; "" for what it lacks. The body is text or markup. */
export interface StatedArticle {
  readonly headline: string;
  readonly body: string;
}

/**
 * The first headline and the longest body of an article in schema.org's JSON-LD. They are not cleaned. Never throws.
 *
 * @param scripts the contents of the page's `application/ld+json` scripts
 */
export function jsonLdArticle(scripts: readonly string[]): StatedArticle {
  const article = { headline: "", body: "" };
  for (const object of scripts.flatMap(jsonLdObjects)) {
    for (const described of [object, ofPage.safeParse(object).data?.mainEntity]) {
      const { headline = "", articleBody = "" } = ofArticle.safeParse(described).data ?? {};
      article.headline ||= headline;
      if (articleBody.length > article.body.length) article.body = articleBody;
    }
  }
  return article;
}
