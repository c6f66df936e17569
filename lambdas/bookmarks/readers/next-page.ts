import { headerLinks } from "../../shared/html/link-header.ts";
import type { PageDeclarations } from "../../shared/html/page-declarations.ts";
import { webAddress } from "../../shared/html/page-declarations.ts";

// Lists and comments have further pages, too, but with other texts.
const LIST = /(?:^|\s)(?:archive|blog|category|home|search(?:-results)?|tag)(?:\s|$)/;
const COMMENTS = /comment-page|[?&]cpage=|#(?:comments?|respond)/i;

const isNext = (relation: string): boolean => /(?:^|\s)next(?:\s|$)/i.test(relation.slice(0, 300));

/**
 * The address that a page names as its next one (https://html.spec.whatwg.org/#link-type-next), on the same host: in a
 * `link` or an `a` element, or in its `Link` header. Null for the pages of a list and of comments, and without one.
 */
export function nextPageAddress(
  { links, elements }: PageDeclarations,
  { link = "" }: Readonly<Record<string, string>>,
  { url, base }: { readonly url: URL; readonly base: URL },
): URL | null {
  const body = elements.find(({ name }) => name === "body")?.attributes.get("class") ?? "";
  if (url.pathname === "/" || LIST.test(body.slice(0, 1_000))) return null;
  const declared = links
    .filter(({ attributes }) => isNext(attributes.get("rel") ?? ""))
    .map(({ attributes }) => attributes.get("href") ?? "");
  const sent = Array.from(headerLinks(link))
    .filter(({ parameters }) => isNext(parameters.get("rel") ?? ""))
    .map(({ reference }) => reference);
  const addresses = [
    ...declared.map((reference) => webAddress(reference, base)),
    ...sent.map((reference) => webAddress(reference, url)),
  ];
  return addresses.find((address) => address?.host === url.host && !COMMENTS.test(address.href)) ?? null;
}

const PAGE_PARAMETER = /^(?:p|page|paged|page-?no|page-?num(?:ber)?|pagina|part|pg|pn|seite)$/i;
/** A path with the number of its page at its end. */
const NUMBERED = /^(.*?)(?:[/_.,;~-]?(?:page|pagina|part|pg|p|seite)[/_.=-]?|[/_.,;~-])(\d{1,3})(\/|\.[a-z]{2,5})?$/i;
/** A higher number is an id or a date, not the number of a page. */
const MAX_PAGE = 50;

interface Numbered {
  /** The address without the number. */
  readonly rest: string;
  /** Null for the address as it is. */
  readonly number: number | null;
}

function plainPath(path: string): string {
  return path.replace(/\/$/, "").replace(/(?:\/index)?\.[a-z]{2,5}$/i, "");
}

/**
 * The ways to read an address: without a page's number, with the last number of its path as one, or with one of its query.
 */
function readings({ pathname, searchParams }: URL): readonly Numbered[] {
  const query = [...searchParams].map(([name, value]) => `${name}=${value}`);
  const whole = { rest: [plainPath(pathname), ...query].join("&"), number: null };
  const [, before, digits = ""] = NUMBERED.exec(pathname.slice(-1_000)) ?? [];
  const inPath =
    before === undefined ? [] : [{ rest: [plainPath(before), ...query].join("&"), number: Number(digits) }];
  const inQuery = [...searchParams].flatMap(([name, value], at) => {
    if (!PAGE_PARAMETER.test(name) || !/^\d{1,3}$/.test(value)) return [];
    return [{ rest: [plainPath(pathname), ...query.toSpliced(at, 1)].join("&"), number: Number(value) }];
  });
  return [whole, ...inPath, ...inQuery.slice(0, 3)];
}

/** Whether two addresses are equal except for the number of the page, which is one higher in the second. */
export function saysNextPage(one: URL, next: URL): boolean {
  const before = readings(one);
  return readings(next).some(({ rest, number }) => {
    if (number === null || number > MAX_PAGE) return false;
    // The first page has no number, and the second one is 1 where they are counted from 0.
    return before.some((each) => each.rest === rest && (each.number ?? (number === 1 ? 0 : 1)) + 1 === number);
  });
}
