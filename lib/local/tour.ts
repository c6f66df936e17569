import { setTimeout as sleep } from "node:timers/promises";
import type { Outputs } from "./outputs.ts";

/** The simulated slide sites, as far as the tour plays with them. */
export interface TourSites {
  /** Lets the provider that answers this path fail with a status until `recover`. */
  breakDown(path: string, status: number): void;
  recover(): void;
  /** How often a path was asked for. */
  asked(path: string): number;
  makePrivate(url: string): void;
}

/** What a tour works with. */
export interface TourOptions {
  readonly outputs: Outputs;
  readonly sites: TourSites;
  /** Takes the narration, a line at a time. */
  readonly tell: (line: string) => void;
}

/** Milliseconds that a thing gets to come true, at the demo's time scale. */
const PATIENCE_MS = 30_000;

interface Stock {
  readonly id: string;
  readonly status: string;
  readonly title: string | null;
  readonly author_name: string | null;
  readonly embed_url: string | null;
  readonly failure?: { readonly code: string };
}

/**
 * Tells what the system does while doing it, through the same API that everybody uses.
 *
 * @throws Error at the first thing that does not end as it should
 */
export async function slidesTour({ outputs, sites, tell }: TourOptions): Promise<void> {
  const member = client(outputs.api_url, outputs.tokens.member);
  const admin = client(outputs.api_url, outputs.tokens.admin);
  const settled = (id: string) =>
    until(`stock ${id} is ready or failed`, async () => {
      const stock = await member<Stock>("GET", `/v1/stocks/${id}`);
      return stock.body.status === "pending" ? undefined : stock.body;
    });
  const deadLetters = async () =>
    (await admin<{ queues: { name: string; dlq_depth: number }[] }>("GET", "/v1/ops/queues")).body.queues.find(
      ({ name }) => name === "oembed-fetch",
    )?.dlq_depth;

  // Decks of this run's own: a tour on a data folder that has seen one before starts from nothing, too.
  const run = Date.now().toString(36).slice(-6).padStart(6, "0");

  tell("Slides: paste a deck's address, Magpie finds out the rest.");
  for (const url of [
    `https://speakerdeck.com/example/queues-in-practice-${run}?slide=3`,
    `http://docswell.com/s/some-user/${run.toUpperCase()}-hello-docswell/13`,
    `https://docs.google.com/presentation/u/0/d/1Demo-deck-of-the-tour-${run}/edit#slide=id.p`,
  ]) {
    const { status, body } = await member<Stock>("POST", "/v1/stocks", { url });
    expect(status === 201 && body.status === "pending", `POST ${url} answers 201, pending`, body);
    const stock = await settled(body.id);
    expect(stock.status === "ready" && stock.title !== null && stock.embed_url !== null, "it becomes ready", stock);
    tell(`  ${url}`);
    tell(`    → ${stock.title}${stock.author_name === null ? "" : ` by ${stock.author_name}`}`);
    tell(`    → ${stock.embed_url}`);
  }

  const again = await member<Stock>("POST", "/v1/stocks", {
    url: `https://www.speakerdeck.com/example/queues-in-practice-${run}/`,
  });
  expect(again.status === 200 && again.body.status === "ready", "the same deck again is the same stock", again);
  tell("  The first deck once more, written differently: 200, the stock that is there already.");

  const hidden = `https://docs.google.com/presentation/d/1Private-deck-of-the-tour-${run}`;
  sites.makePrivate(hidden);
  const secret = await settled((await member<Stock>("POST", "/v1/stocks", { url: hidden })).body.id);
  expect(secret.status === "ready" && secret.title === null, "a private deck is ready without a title", secret);
  tell("  A private Google deck: ready to embed, and no sign-in page is taken for its title.");

  tell("Now SpeakerDeck answers 503, again and again.");
  sites.breakDown("/oembed.json", 503);
  const before = sites.asked("/oembed.json");
  const lettersBefore = await deadLetters();
  const broken = await member<Stock>("POST", "/v1/stocks", {
    url: `https://speakerdeck.com/example/on-a-bad-day-${run}`,
  });
  const failed = await settled(broken.body.id);
  expect(failed.status === "failed", "after the last attempt the stock is failed", failed);
  await until("one more dead letter", async () =>
    (await deadLetters()) === Number(lettersBefore) + 1 ? true : undefined,
  );
  tell(
    `  ${sites.asked("/oembed.json") - before} attempts, then: failed (${failed.failure?.code}), one message in oembed-fetch-dlq.`,
  );

  sites.recover();
  const redrive = await admin("POST", "/v1/ops/queues/oembed-fetch/redrive");
  expect(redrive.status === 202, "the redrive is accepted", redrive);
  await until("the stock is ready after the redrive", async () =>
    (await member<Stock>("GET", `/v1/stocks/${broken.body.id}`)).body.status === "ready" ? true : undefined,
  );
  await until("no dead letter", async () => ((await deadLetters()) === 0 ? true : undefined));
  tell("  The site is back, an administrator redrives the queue: ready, and the dead-letter queue is empty.");
}

interface Answer<T> {
  readonly status: number;
  readonly body: T;
}

function client(apiUrl: string, token: string) {
  return async <T>(method: string, path: string, body?: unknown): Promise<Answer<T>> => {
    const response = await fetch(apiUrl + path, {
      method,
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: (await response.json()) as T };
  };
}

function expect(held: boolean, what: string, seen: unknown): void {
  if (!held) throw new Error(`The tour expected that ${what}; it saw ${JSON.stringify(seen)}`);
}

/** Looks until there is something to see. */
async function until<T>(what: string, look: () => Promise<T | undefined>): Promise<T> {
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    const seen = await look();
    if (seen !== undefined) return seen;
    if (Date.now() > deadline) throw new Error(`The tour waited in vain until ${what}.`);
    await sleep(50);
  }
}
