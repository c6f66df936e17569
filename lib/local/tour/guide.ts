import { setTimeout as sleep } from "node:timers/promises";
import type { Outputs } from "../outputs.ts";

/** The simulated sites, as far as the tour plays with them. */
export interface TourSites {
  /** Lets the site that answers this path fail with a status until `recover`. */
  breakDown(path: string, status: number): void;
  /** Lets Google Books answer this share of its requests, 0 to 1, with 503 until `recover`. */
  storm(share: number): void;
  recover(): void;
  /** How often a path was asked for. */
  asked(path: string): number;
  makePrivate(url: string): void;
  /** How many different books Google Books has. */
  distinctBooks(): number;
  readonly mercari: TourMercari;
}

/** A listing on the simulated Mercari. Price in whole yen. */
export interface TourListing {
  readonly id: string;
  readonly price: number;
}

/** The simulated Mercari, as far as the tour plays with it. */
export interface TourMercari {
  /** What is on sale, in the order of a search. */
  onSale(): readonly TourListing[];
  sell(id: string): void;
  reprice(id: string, price: number): void;
  /** From now on, until `recover`, pages come as they are before any script has filled them. */
  stopScripts(): void;
}

/** An answer of the API. */
export interface Answer<T> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: T;
}

type Call = <T>(method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<Answer<T>>;

/** Who leads through the chapters: two users, the sites, a voice. */
export interface Guide {
  readonly member: Call;
  readonly admin: Call;
  readonly sites: TourSites;
  /** Takes the narration, a line at a time. */
  readonly tell: (line: string) => void;
  /** A word of this run's own: a tour on a data folder that has seen one before starts from nothing, too. */
  readonly run: string;
}

/** Milliseconds that a thing gets to come true, at the demo's time scale. */
const PATIENCE_MS = 30_000;

export function guide(outputs: Outputs, sites: TourSites, tell: (line: string) => void): Guide {
  return {
    member: client(outputs.api_url, outputs.tokens.member),
    admin: client(outputs.api_url, outputs.tokens.admin),
    sites,
    tell,
    run: Date.now().toString(36).slice(-6).padStart(6, "0"),
  };
}

/** The dead letters of a queue, as administrators see them. */
export async function deadLetters({ admin }: Guide, queue: string): Promise<number> {
  const { body } = await admin<{ queues: { name: string; dlq_depth: number }[] }>("GET", "/v1/ops/queues");
  return body.queues.find(({ name }) => name === queue)?.dlq_depth ?? 0;
}

function client(apiUrl: string, token: string): Call {
  return async <T>(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const response = await fetch(apiUrl + path, {
      method,
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json", ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: response.status, headers: response.headers, body: (await response.json()) as T };
  };
}

/** @throws Error that says what was expected and what was seen */
export function expect(held: boolean, what: string, seen: unknown): void {
  if (!held) throw new Error(`The tour expected that ${what}; it saw ${JSON.stringify(seen)}`);
}

/** Looks until there is something to see. */
export async function until<T>(what: string, look: () => Promise<T | undefined>): Promise<T> {
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    const seen = await look();
    if (seen !== undefined) return seen;
    if (Date.now() > deadline) throw new Error(`The tour waited in vain until ${what}.`);
    await sleep(50);
  }
}
