import { setTimeout as sleep } from "node:timers/promises";
import type { Mail } from "../emulators/mail-store.ts";
import type { Outputs } from "../outputs.ts";

/** The controls of the simulated sites that the tour uses. */
export interface TourSites {
  /** Makes the site that answers this path fail with a status until `recover`. */
  breakDown(path: string, status: number): void;
  /** Makes Google Books answer this share of its requests, 0 to 1, with 503 until `recover`. */
  storm(share: number): void;
  recover(): void;
  /** The number of requests for a path. */
  requestCount(path: string): number;
  makePrivate(url: string): void;
  /** The number of different books on Google Books. */
  distinctBooks(): number;
  readonly mercari: TourMercari;
  readonly garden: TourGarden;
}

/** A listing on the simulated Mercari. Price in whole yen. */
export interface TourListing {
  readonly id: string;
  readonly price: number;
}

/** The controls of the simulated Mercari that the tour uses. */
export interface TourMercari {
  /** The listings on sale, in the order of a search. */
  onSale(): readonly TourListing[];
  sell(id: string): void;
  reprice(id: string, price: number): void;
  /** Makes pages, until `recover`, arrive as they are before any script has filled them. */
  stopScripts(): void;
}

/** The controls of a simulated site that recommends others and accepts mentions. */
export interface TourGarden {
  /** With a slash at the end. */
  readonly url: string;
  /** The address of its list of recommendations. */
  readonly list: string;
  /** Adds a site to its list. */
  recommend(url: string): void;
  /** The number of mentions it has received. */
  mentions(): number;
  /** The number of requests for its list. */
  listRequests(): number;
}

/** An answer of the API; `body` is undefined when there is none. */
export interface Answer<T> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: T;
}

type Call = <T>(method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<Answer<T>>;

export interface Guide {
  readonly reader: Call;
  readonly member: Call;
  readonly admin: Call;
  readonly sites: TourSites;
  /** Scheme and host of the system's own site. */
  readonly siteUrl: string;
  /** Receives the narration, a line at a time. */
  readonly narrate: (line: string) => void;
  /** Polls until a value exists. @throws Error when it does not exist in time */
  readonly until: <T>(what: string, read: () => Promise<T | undefined>) => Promise<T>;
  /** A unique word of this run, so that a tour on a data folder with earlier tours creates new resources. */
  readonly run: string;
}

/** Milliseconds that an expected condition may take however short the waits of the system are. */
const LEAST_PATIENCE_MS = 30_000;
/** The longest wait of the system for a condition in milliseconds at time scale 1. */
const LONGEST_WAIT_MS = 100 * 60_000;
/** A wait of at most this many milliseconds is not mentioned. */
const QUIET_WAIT_MS = 3_000;

/** @param timeScale the factor of every wait of the system */
export function guide(outputs: Outputs, sites: TourSites, timeScale: number, narrate: (line: string) => void): Guide {
  return {
    until: waiting(timeScale, narrate),
    reader: client(outputs.api_url),
    member: client(outputs.api_url, outputs.tokens.member),
    admin: client(outputs.api_url, outputs.tokens.admin),
    sites,
    siteUrl: outputs.site_url,
    narrate,
    run: Date.now().toString(36).slice(-6).padStart(6, "0"),
  };
}

export async function countDeadLetters({ admin }: Guide, queue: string): Promise<number> {
  const { body } = await admin<{ queues: { name: string; dlq_depth: number }[] }>("GET", "/v1/ops/queues");
  return body.queues.find(({ name }) => name === queue)?.dlq_depth ?? 0;
}

export async function readAlarmState({ admin }: Guide, name: string): Promise<string | undefined> {
  const { body } = await admin<{ alarms: { name: string; state: string }[] }>("GET", "/_local/alarms");
  return body.alarms.find((alarm) => alarm.name === name)?.state;
}

export async function listAlarmMails({ admin }: Guide, name: string): Promise<Mail[]> {
  const { body } = await admin<{ emails: Mail[] }>("GET", "/_local/mail/store");
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

/** @throws Error with the expected and the actual value */
export function expect(held: boolean, what: string, seen: unknown): void {
  if (!held) throw new Error(`The tour expected that ${what}; it saw ${JSON.stringify(seen)}`);
}

/** Makes the wait of a tour: polls until a value exists, and says what it waits for once that takes long. */
function waiting(timeScale: number, narrate: (line: string) => void) {
  const patienceMs = LEAST_PATIENCE_MS + LONGEST_WAIT_MS * timeScale;
  return async <T>(what: string, read: () => Promise<T | undefined>): Promise<T> => {
    const begun = Date.now();
    let hasSaid = false;
    for (;;) {
      const seen = await read();
      if (seen !== undefined) return seen;
      const waited = Date.now() - begun;
      if (waited > patienceMs) throw new Error(`The tour waited in vain until ${what}.`);
      if (!hasSaid && waited > QUIET_WAIT_MS) {
        narrate(`  … waiting until ${what}, at most ${Math.ceil(patienceMs / 60_000)} min`);
        hasSaid = true;
      }
      await sleep(50);
    }
  };
}
