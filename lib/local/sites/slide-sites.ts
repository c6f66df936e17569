import { createHash } from "node:crypto";
import type { Provider } from "../../../lambdas/slides/providers.ts";
import { DECK_PROVIDERS, PROVIDERS } from "../../../lambdas/slides/providers.ts";
import { escapeHtml } from "./mercari-pages.ts";
import { pictureAnswer } from "./picture-answer.ts";
import type { SimulatedSite, SiteAnswer, SiteRequest } from "./simulated-site.ts";
import { htmlAnswer, jsonAnswer, signInLocation, startSimulatedSite } from "./simulated-site.ts";

/** A simulated provider's facts about a deck, before any escaping. */
export type DeckFacts = {
  readonly title: string;
  readonly authorName: string | null;
  readonly embedUrl: string;
  /** Google only: the page also has it in `og:title`. */
  readonly ogTitle?: string;
};

export type DeckChanges = { readonly title?: string; readonly authorName?: string; readonly ogTitle?: string };

/** The providers' sites behind one server, distinguished by the Host header. */
export type SlideSites = SimulatedSite & {
  /** Every host of the providers, with the variants that people type, and Google's sign-in host. */
  readonly egressMap: Readonly<Record<string, string>>;
  /** The site's facts about a deck; every well-formed address is a deck, so that there are as many as a test needs. */
  deck(url: string): DeckFacts;
  describe(url: string, changes: DeckChanges): void;
  /** From now on the deck does not exist. */
  remove(url: string): void;
  /** From now on the deck requires a sign-in: 404 at Speaker Deck and Docswell, a redirect at Google. */
  makePrivate(url: string): void;
};

/** At Google, where all decks look alike. The pages of the others are not simulated. */
const PICTURE_PATH = "/presentation/picture.png";

type Deck = { readonly provider: Provider; readonly id: string; readonly user: string; readonly slug: string };
type Shelf = {
  readonly changes: Map<string, DeckChanges>;
  readonly removed: Set<string>;
  readonly hidden: Set<string>;
};

/** Google's sign-in, to which the page of a private deck redirects. */
const ACCOUNTS = "accounts.google.com";
const HOSTS = [...Object.values(DECK_PROVIDERS).flatMap(({ hosts }) => hosts), ACCOUNTS];

function providerOf(host: string): Provider | undefined {
  return PROVIDERS.find((provider) => DECK_PROVIDERS[provider].hosts.includes(host));
}

/** Parses a deck's address; the id is the same for every form of one deck's address. */
function readDeck(address: string): Deck | undefined {
  const url = URL.parse(address);
  const provider = url === null ? undefined : providerOf(url.hostname);
  if (url === null || provider === undefined) return undefined;
  const parts = SITES[provider].readPath(url.pathname);
  return parts === undefined ? undefined : { provider, ...parts };
}

function keyOf(deck: Deck): string {
  return `${deck.provider} ${deck.id}`;
}

function factsOf(deck: Deck, shelf: Shelf): DeckFacts {
  return { ...SITES[deck.provider].invent(deck), ...shelf.changes.get(keyOf(deck)) };
}

/** The deck in an oEmbed request, if it is public. */
function requestedDeck(request: SiteRequest, provider: Provider, shelf: Shelf): Deck | undefined {
  const deck = readDeck(request.query.get("url") ?? "");
  if (deck?.provider !== provider) return undefined;
  return shelf.removed.has(keyOf(deck)) || shelf.hidden.has(keyOf(deck)) ? undefined : deck;
}

function answerSpeakerdeck(request: SiteRequest, shelf: Shelf): SiteAnswer {
  const deck = request.path === "/oembed.json" ? requestedDeck(request, "speakerdeck", shelf) : undefined;
  if (deck === undefined) return jsonAnswer(404, { status: 404, error: "Not Found" });
  const { title, authorName, embedUrl } = factsOf(deck, shelf);
  const frame = createHash("sha256").update(embedUrl).digest().readUInt16BE();
  return jsonAnswer(200, {
    type: "rich",
    version: "1.0",
    provider_name: "Speaker Deck",
    provider_url: "https://speakerdeck.com/",
    title,
    author_name: authorName,
    author_url: `https://speakerdeck.com/${deck.user}`,
    html: `<iframe id="talk_frame_${frame}" class="speakerdeck-iframe" src="${embedUrl}" width="710" height="399" style="aspect-ratio:710/399; border:0; padding:0; margin:0; background:transparent;" frameborder="0" allowtransparency="true" allowfullscreen="allowfullscreen"></iframe>\n`,
    width: 710,
    height: 399,
    ratio: 710 / 399,
  });
}

function answerDocswell(request: SiteRequest, shelf: Shelf): SiteAnswer {
  const deck = request.path === "/service/oembed" ? requestedDeck(request, "docswell", shelf) : undefined;
  if (deck === undefined) return jsonAnswer(404, { status: 404, errors: "Slide not found or private" });
  const { title, authorName, embedUrl } = factsOf(deck, shelf);
  return jsonAnswer(200, {
    type: "rich",
    // A number here, although the specification says a string.
    version: 1,
    provider_name: "ドクセル",
    provider_url: "https://www.docswell.com/",
    title,
    url: embedUrl,
    author_name: authorName,
    author_url: `https://www.docswell.com/user/${deck.user}`,
    html: `<iframe src="${embedUrl}" allowfullscreen="true" class="docswell-iframe" width="620" height="349" style="border: 1px solid #ccc; display: block; margin: 0px auto; padding: 0px; aspect-ratio: 620/349;"></iframe>`,
    width: 620,
    height: 349,
  });
}

function wantsJapanese(request: SiteRequest): boolean {
  return String(request.headers["accept-language"] ?? "").startsWith("ja");
}

function page(title: string, head = ""): string {
  return `<!DOCTYPE html><html><head><meta charset="utf-8"><title>${title}</title>${head}</head><body><script>/* the rest is drawn by scripts */</script></body></html>`;
}

function answerGoogle(request: SiteRequest, shelf: Shelf): SiteAnswer {
  const deck = readDeck(`https://docs.google.com${request.path}`);
  if (deck === undefined || shelf.removed.has(keyOf(deck))) {
    return htmlAnswer(404, page("Page Not Found", '<meta name="robots" content="noindex">'));
  }
  if (shelf.hidden.has(keyOf(deck))) {
    const answer = htmlAnswer(302, "<HTML><HEAD><TITLE>Moved Temporarily</TITLE></HEAD><BODY></BODY></HTML>");
    return { ...answer, headers: { ...answer.headers, location: signInLocation(request) } };
  }
  const { title, ogTitle } = factsOf(deck, shelf);
  const product = wantsJapanese(request) ? "Google スライド" : "Google Slides";
  const picture = `<meta property="og:image" content="https://docs.google.com${PICTURE_PATH}">`;
  const meta = `${ogTitle === undefined ? "" : `<meta property="og:title" content="${escapeHtml(ogTitle)}">`}${picture}`;
  return htmlAnswer(200, page(`${escapeHtml(title)} - ${product}`, meta));
}

function answerAccounts(request: SiteRequest): SiteAnswer {
  const title = wantsJapanese(request) ? "Google スライド: ログイン" : "Google Slides: Sign-in";
  return htmlAnswer(200, page(title, `<meta property="og:title" content="${title}">`));
}

/** A provider's simulation. */
interface DeckSite {
  /** The parts of a deck's address, by its path; undefined for another page. */
  readonly readPath: (path: string) => Omit<Deck, "provider"> | undefined;
  /** Invented, and the same for the same deck at every start. */
  readonly invent: (deck: Deck) => DeckFacts;
  readonly answer: (request: SiteRequest, shelf: Shelf) => SiteAnswer;
}

const SITES: Readonly<Record<Provider, DeckSite>> = {
  speakerdeck: {
    readPath(path) {
      const [, user, slug] = /^\/([^/]+)\/([^/]+)\/?$/.exec(path) ?? [];
      return user && slug ? { id: `${user}/${slug}`, user, slug } : undefined;
    },
    invent({ id, user, slug }) {
      const player = createHash("sha256").update(id).digest("hex").slice(0, 32);
      const embedUrl = `https://speakerdeck.com/player/${player}`;
      return { title: `Deck ${slug}`, authorName: `Author ${user}`, embedUrl };
    },
    answer: answerSpeakerdeck,
  },
  docswell: {
    readPath(path) {
      const [, user, slug] = /^\/s\/([^/]+)\/([A-Z0-9]{6})(?:-[^/]*)?(?:\/.*)?$/.exec(path) ?? [];
      return user && slug ? { id: slug, user, slug } : undefined;
    },
    invent({ slug, user }) {
      const embedUrl = `https://www.docswell.com/slide/${slug}/embed`;
      return { title: `資料 ${slug}`, authorName: `著者 ${user}`, embedUrl };
    },
    answer: answerDocswell,
  },
  google_slides: {
    readPath(path) {
      const [, id] = /^\/presentation(?:\/u\/\d+)?\/d\/((?:e\/)?[A-Za-z0-9_-]+)(?:\/.*)?$/.exec(path) ?? [];
      return id ? { id, user: "", slug: id } : undefined;
    },
    invent({ id }) {
      const embedUrl = `https://docs.google.com/presentation/d/${id}/embed`;
      return { title: `Q&A "${id}" <it's synthetic>`, authorName: null, embedUrl };
    },
    answer: answerGoogle,
  },
};

function answerAs(request: SiteRequest, shelf: Shelf): SiteAnswer {
  if (request.method !== "GET" && request.method !== "HEAD") return htmlAnswer(405, page("Method Not Allowed"));
  if (request.path === PICTURE_PATH) return pictureAnswer(1_024, 768);
  if (request.host === ACCOUNTS) return answerAccounts(request);
  const provider = providerOf(request.host);
  if (provider === undefined) return htmlAnswer(404, page("No simulated site has this host"));
  return SITES[provider].answer(request, shelf);
}

function requireDeck(url: string): Deck {
  const deck = readDeck(url);
  if (deck === undefined) throw new Error(`${url} is not the address of a simulated deck`);
  return deck;
}

/** Starts the providers' sites on one port of 127.0.0.1. */
export async function startSlideSites(): Promise<SlideSites> {
  const shelf: Shelf = { changes: new Map(), removed: new Set(), hidden: new Set() };
  const site = await startSimulatedSite((request) => answerAs(request, shelf));
  return {
    ...site,
    egressMap: Object.fromEntries(HOSTS.map((host) => [host, site.origin])),
    deck: (url) => factsOf(requireDeck(url), shelf),
    describe(url, changes) {
      const key = keyOf(requireDeck(url));
      shelf.changes.set(key, { ...shelf.changes.get(key), ...changes });
    },
    remove(url) {
      shelf.removed.add(keyOf(requireDeck(url)));
    },
    makePrivate(url) {
      shelf.hidden.add(keyOf(requireDeck(url)));
    },
  };
}
