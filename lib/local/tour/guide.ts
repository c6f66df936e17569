import { setTimeout as sleep } from "node:timers/promises";
import type { Mail } from "../emulators/mail-store.ts";
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
  readonly garden: TourGarden;
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

/** A simulated site that recommends others and takes mentions, as far as the tour plays with it. */
export interface TourGarden {
  /** With a slash at the end. */
  readonly url: string;
  /** The address of its list of recommendations. */
  readonly list: string;
  /** Puts a site on its list. */
  recommend(url: string): void;
  /** How many mentions it was sent. */
  mentions(): number;
  /** How often its list was looked at. */
  looks(): number;
}

/** An answer of the API; `body` is undefined when there is none. */
export interface Answer<T> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: T;
}

type Call = <T>(method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<Answer<T>>;

/** Who leads through the chapters: two users and a reader without a token, the sites, a voice. */
export interface Guide {
  readonly reader: Call;
  readonly member: Call;
  readonly admin: Call;
  readonly sites: TourSites;
  /** Scheme and host of the system's own site. */
  readonly siteUrl: string;
  /** Takes the narration, a line at a time. */
  readonly tell: (line: string) => void;
  /** A word of this run's own: a tour on a data folder that has seen one before starts from nothing, too. */
  readonly run: string;
}

/** Milliseconds that a thing gets to come true, at the demo's time scale. */
const PATIENCE_MS = 30_000;

export function guide(outputs: Outputs, sites: TourSites, tell: (line: string) => void): Guide {
  return {
    reader: client(outputs.api_url),
    member: client(outputs.api_url, outputs.tokens.member),
    admin: client(outputs.api_url, outputs.tokens.admin),
    sites,
    siteUrl: outputs.site_url,
    tell,
    run: Date.now().toString(36).slice(-6).padStart(6, "0"),
  };
}

/** The dead letters of a queue, as administrators see them. */
export async function deadLetters({ admin }: Guide, queue: string): Promise<number> {
  const { body } = await admin<{ queues: { name: string; dlq_depth: number }[] }>("GET", "/v1/ops/queues");
  return body.queues.find(({ name }) => name === queue)?.dlq_depth ?? 0;
}

/** The state of an alarm, as the local system tells it. */
export async function alarmState({ reader }: Guide, name: string): Promise<string | undefined> {
  const { body } = await reader<{ alarms: { name: string; state: string }[] }>("GET", "/_local/alarms");
  return body.alarms.find((alarm) => alarm.name === name)?.state;
}

/** The mails about an alarm, first sent first. */
export async function alarmMails({ reader }: Guide, name: string): Promise<Mail[]> {
  const { body } = await reader<{ emails: Mail[] }>("GET", "/_local/mail/store");
  return body.emails.filter((mail) => `${mail.subject} ${mail.body.text}`.includes(`-${name}`));
}

function client(apiUrl: string, token?: string): Call {
  const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` };
  return async <T>(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const response = await fetch(apiUrl + path, {
      method,
      headers: { ...authorization, "content-type": "application/json", ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      body: (text === "" ? undefined : JSON.parse(text)) as T,
    };
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
