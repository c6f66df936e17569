import { canonicalHost } from "../../shared/outbound/canonical-host.ts";

/**
 * Whether an address may be the same page as the one that redirects to it. A site that no longer has a page, or requires a
 * sign-in, also redirects: to its home page, to a list, or to a login page. None of these is the same page; in case of
 * doubt the answer is false.
 *
 * @param title the title of the page that was read
 */
export function leadsToPage(asked: URL, found: URL, title: string | null): boolean {
  return mayBePageOf(asked, found, title) && keepsChoice(asked, found);
}

/** The same for an address that a page names as canonical: its text tells whether the choice of the query is missing. */
export function mayBePageOf(asked: URL, found: URL, title: string | null): boolean {
  const [from, to] = [segmentsOf(asked), segmentsOf(found)];
  // All routes of an application are read from the same text, and most of them name the application's own address.
  if (/^#[/!]/.test(asked.hash) && asked.hash !== found.hash) return false;
  if (!isHome(from) && isHome(to)) return false;
  if (isWallTitle(title) || to.some((segment) => WALL.test(segment)) || WALL_HOST.test(canonicalHost(found)))
    return false;
  if (leadsBack(found)) return false;
  if (LIST.test(to.at(-1) ?? "") && from.at(-1) !== to.at(-1)) return false;
  const isAbove = isSameSite(asked, found) && beginsWith(from, to);
  return !isAbove || from.slice(to.length).every((segment) => VARIANT.test(segment));
}

/** The segments of a path in lower case, without the names of index files. */
function segmentsOf({ pathname }: URL): readonly string[] {
  const segments = pathname.toLowerCase().split("/").filter(Boolean);
  return INDEX.test(segments.at(-1) ?? "") ? segments.slice(0, -1) : segments;
}

const INDEX = /^(?:index|default)\.\w{3,5}$/;

/** Whether the path is a home page, perhaps that of one language. */
function isHome(segments: readonly string[]): boolean {
  return segments.length === 0 || (segments.length === 1 && HOME.test(segments[0] ?? ""));
}

const HOME = /^(?:home|top|[a-z]{2}(?:[-_][a-z]{2,4})?)(?:\.\w{3,5})?$/;

/** A segment of the address of a page that blocks the way to the requested one, or states that it does not exist. */
const WALL = new RegExp(
  `^(?:${[
    "(?:log|sign)[-_]?(?:in|on|up)",
    "register|registration|join|auth\\w*|oauth2?|sso|saml2?|sessions?|accounts?|password|members?-only",
    "consent|cookies?|cookie-\\w+|gdpr|ccpa|privacy-\\w+|age-?(?:check|gate|verification)|verify|verification",
    "captcha|challenge|robots?-?check|blocked|denied|access-?denied|forbidden|unauthorized|geo-?block(?:ed)?",
    "paywall|subscribe|subscription|upgrade|plans|pricing|interstitial|splash",
    "errors?|oops|[45]\\d\\d|(?:page-?)?not-?found|missing|gone|expired|removed|deleted|unavailable|maintenance",
  ].join("|")})(?:\\.\\w{3,5})?$`,
);

const WALL_HOST = /^(?:accounts?|auth|consent|id|idp|log-?in|passport|sign-?in|sso)\./;

/** The last segment of the address of a list of pages. */
const LIST =
  /^(?:all|archives?|articles?|blog|browse|catalog(?:ue)?|categor(?:y|ies)|collections?|explore|feed|forums?|latest|list|news|posts?|products?|results?|search|shop|sitemap|store|stories|tags?|topics?)(?:\.\w{3,5})?$/;

/** Whether the address contains the address to return to after a sign-in or consent. */
function leadsBack({ searchParams }: URL): boolean {
  return [...searchParams.values()].some((value) => /^(?:https?:|\/)/i.test(value.trim()));
}

function beginsWith(segments: readonly string[], others: readonly string[]): boolean {
  return others.every((segment, index) => segment === segments[index]);
}

/** Whether an address of the same path, or of one above it, still contains the choice that the query made. */
function keepsChoice(asked: URL, found: URL): boolean {
  if (!isSameSite(asked, found) || !beginsWith(segmentsOf(asked), segmentsOf(found))) return true;
  return [...asked.searchParams].every(
    ([name, value]) => ORIGIN.test(name) || found.searchParams.getAll(name).includes(value),
  );
}

/** A segment that names another form of the page above it. */
const VARIANT = /^(?:amp|full|m|mobile|print|printable|single-?page|view)(?:\.\w{3,5})?$/;

/** A parameter that names the origin of a click, or the form in which a page is shown. */
const ORIGIN = /^(?:amp|camp\w*|cmp\w*|feature|from|medium|outputtype|print|ref\w*|share\w*|source|spm|src|via|view)$/i;

/** A title, or a part of one, that shows that there is no page: an error, a login, a check. */
const WALL_TITLE = new RegExp(
  `^(?:${[
    "(?:error )?(?:401|403|404|410|5\\d\\d)(?:\\b.*)?|(?:.* )?(?:page|file|content|article|item|post) (?:is )?not found|not found",
    ".* (?:does not|doesn[’']t|no longer) exists?|.* (?:is )?(?:no longer|not|currently un)\\s?available|oops.*|error",
    "(?:please )?(?:log|sign)[ -]?(?:in|on|up)(?: (?:to|or) .*)?|create (?:an )?account|members only|subscribe(?: to .*)?",
    "just a moment.*|attention required.*|access (?:is )?denied|forbidden|are you (?:a )?(?:human|robot).*|security check.*",
    "before you continue.*|(?:under )?maintenance|be right back|age (?:check|verification)|verify (?:that )?you.*",
    ".*(?:見つかりません|存在しません|ありませんでした|お探しのページ).*|(?:会員)?ログイン(?:画面|ページ)?|サインイン|会員登録|メンテナンス中?",
  ].join("|")})[.!…]*$`,
  "i",
);

/** The limits of an examined title, and of a compared text, in code units. */
const MAX_TITLE = 300;
const MAX_COMPARED = 20_000;

/** Whether a title shows that there is no page: an error, a login, a check. */
export function isWallTitle(title: string | null): boolean {
  const parts = (title ?? "").slice(0, MAX_TITLE).split(/\s[|\-–—:·»]\s|[|｜»]/);
  return parts.some((part) => WALL_TITLE.test(part.trim()));
}

/** Whether two addresses have the same host, apart from the labels that sites use for phones. */
export function isSameSite(one: URL, other: URL): boolean {
  return siteOf(one) === siteOf(other);
}

/** The host without such labels. The last two labels stay, since they may be a whole name. */
function siteOf(url: URL): string {
  const labels = canonicalHost(url).split(".");
  return [...labels.slice(0, -2).filter((label) => !FORM.has(label)), ...labels.slice(-2)].join(".") + url.port;
}

const FORM = new Set(["www", "m", "mobile", "amp", "sp", "touch"]);

/** The length of the compared pieces of text, in letters; the shortest text that proves anything; the least similarity. */
const PIECE = 12;
const LEAST_LETTERS = 150;
const LEAST_LIKENESS = 0.7;

/**
 * Whether two pages have the same text, by the pieces that both contain: a page's canonical address may be another person's
 * page, or the first of several. A short text proves nothing. Time is linear in the texts.
 */
export function saysTheSame(one: string, other: string): boolean {
  const [pieces, others] = [piecesOf(one), piecesOf(other)];
  if (pieces === null || others === null) return false;
  const shared = [...pieces].filter((piece) => others.has(piece)).length;
  return shared >= LEAST_LIKENESS * (pieces.size + others.size - shared);
}

/** The pieces of a text at each place, without case, white space and punctuation; null if the text is too short. */
function piecesOf(text: string): ReadonlySet<string> | null {
  const letters = text
    .slice(0, MAX_COMPARED)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "");
  if (letters.length < LEAST_LETTERS) return null;
  const pieces = new Set<string>();
  for (let at = 0; at + PIECE <= letters.length; at += 1) pieces.add(letters.slice(at, at + PIECE));
  return pieces;
}
