import type { Clock } from "../clock.ts";
import { canonicalHost } from "./canonical-host.ts";
import { OutboundError, place } from "./outbound-error.ts";
import type { OutboundFetch, OutboundRequest, OutboundResponse } from "./outbound-fetch.ts";
import { isPageAllowed, robotsRequest, robotsText } from "./robots-rules.ts";

export interface PoliteServices {
  readonly fetch: OutboundFetch;
  readonly clock: Clock;
  /** Waits. The milliseconds are already scaled. */
  readonly pause: (milliseconds: number) => Promise<unknown>;
}

/** A request for a page, in the background. */
export interface PoliteRequest extends Pick<OutboundRequest, "headers" | "maxBytes" | "onTooLarge" | "skipBody"> {
  readonly method: "GET" | "HEAD";
  /** Makes the function for one response. */
  readonly stopReading?: () => NonNullable<OutboundRequest["stopReading"]>;
  /** The end of the time for the answer, waiting and redirects included. */
  readonly by: Date;
}

/** Between two requests for pages to one host. */
const PAUSE_MS = 3_000;
/** Milliseconds for one response. */
const TIMEOUT_MS = 5_000;
/** How many hosts may take part in one answer, by their redirects. */
const MAX_HOSTS = 5;

/**
 * Requests to many hosts in one run: to each host one at a time, with a pause after it, and only for what its robots.txt
 * allows. Another host to which a redirect leads is a host like any other. Runs at the same time do not know of each other.
 */
export class PoliteHosts {
  readonly #services: PoliteServices;
  /** The ends of the latest turns, by host. */
  readonly #turns = new Map<string, Promise<unknown>>();
  /** The texts of robots.txt; null for a host that must not be asked. */
  readonly #robots = new Map<string, Promise<string | null>>();

  constructor(services: PoliteServices) {
    this.#services = services;
  }

  /**
   * Requests a page, with its redirects.
   *
   * @returns null when a robots.txt forbids the page or its redirect's target, or can't be read
   * @throws OutboundError when there is no answer, or no time is left for one
   */
  async ask(page: URL, request: PoliteRequest): Promise<OutboundResponse | null> {
    let url = page;
    for (let hosts = 0; hosts < MAX_HOSTS; hosts += 1) {
      const response = await this.#askHost(url, request);
      const location = response?.location ?? null;
      if (response === null || location === null) return response;
      if (canonicalHost(location) === canonicalHost(url)) return null;
      url = location;
    }
    throw new OutboundError("too_many_redirects", `more than ${MAX_HOSTS} hosts from ${place(page)}`);
  }

  /** The answer of one host. Its `location` is that of another host, or one that the host forbids. */
  #askHost(url: URL, { by, stopReading, ...request }: PoliteRequest): Promise<OutboundResponse | null> {
    const { fetch, clock } = this.#services;
    const host = canonicalHost(url);
    return this.#inTurn(host, async () => {
      const timeoutMs = () => {
        const left = by.getTime() - clock.now().getTime();
        if (left <= 0) throw new OutboundError("timeout", `no time is left for ${place(url)}`);
        return Math.min(TIMEOUT_MS, left);
      };
      const robots = await this.#robotsOf(url, timeoutMs());
      if (robots === null || !isPageAllowed(robots, url)) return null;
      return fetch({
        ...request,
        ...(stopReading === undefined ? {} : { stopReading: stopReading() }),
        url,
        timeoutMs: timeoutMs(),
        followRedirect: (target) => canonicalHost(target) === host && isPageAllowed(robots, target),
      });
    });
  }

  #inTurn<T>(host: string, send: () => Promise<T>): Promise<T> {
    const { clock, pause } = this.#services;
    const turn = (this.#turns.get(host) ?? Promise.resolve()).then(send);
    const end = turn.catch(() => undefined).then(() => pause(clock.wait(PAUSE_MS)));
    this.#turns.set(host, end);
    return turn;
  }

  #robotsOf(url: URL, timeoutMs: number): Promise<string | null> {
    const { origin } = url;
    const robots = this.#robots.get(origin) ?? this.#fetchRobots(url, timeoutMs);
    this.#robots.set(origin, robots);
    return robots;
  }

  async #fetchRobots(url: URL, timeoutMs: number): Promise<string | null> {
    try {
      return robotsText(await this.#services.fetch(robotsRequest(url, timeoutMs)));
    } catch (error) {
      if (!(error instanceof OutboundError)) throw error;
      return null;
    }
  }
}
