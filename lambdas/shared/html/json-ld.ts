import * as z from "zod/mini";

/** How many things of a script, and authors of a thing, are looked at. */
const MAX_ITEMS = 50;

const graph = z.object({ "@graph": z.array(z.unknown()) });
const withAuthor = z.object({ author: z.unknown() });
const named = z.object({ name: z.string() });

const listed = (value: unknown): unknown[] => (Array.isArray(value) ? value.slice(0, MAX_ITEMS) : [value]);

/** The things that a script describes: one, a list, or a graph. Never throws. */
export function jsonLdThings(json: string): unknown[] {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    // Broken scripts are common; what they say is said elsewhere or not at all.
    return [];
  }
  return listed(value).flatMap((item) => {
    const parsed = graph.safeParse(item);
    return parsed.success ? listed(parsed.data["@graph"]) : [item];
  });
}

function nameOf(author: unknown): string[] {
  if (typeof author === "string") return [author];
  const parsed = named.safeParse(author);
  return parsed.success ? [parsed.data.name] : [];
}

/**
 * The names of authors in schema.org's JSON-LD, in the order in which they stand. Not cleaned; some sites put an address
 * there. Never throws.
 *
 * @param scripts the insides of a page's `application/ld+json` scripts.
 */
export function jsonLdAuthors(scripts: readonly string[]): string[] {
  return scripts.flatMap(jsonLdThings).flatMap((thing) => {
    const parsed = withAuthor.safeParse(thing);
    return parsed.success ? listed(parsed.data.author).flatMap(nameOf) : [];
  });
}
