import { afterEach, expect } from "vitest";
import type { OutboundFetch, OutboundResponse } from "../../../lambdas/shared/outbound/outbound-fetch.ts";
import type { GoogleBooksOptions, GoogleBooksSite } from "../../../lib/local/sites/google-books-site.ts";
import { startGoogleBooksSite } from "../../../lib/local/sites/google-books-site.ts";
import { dynamo } from "../../emulators/dynamo-of-tests.ts";
import { API_KEY, volume, volumesAnswer } from "../books-world.ts";

const sites: GoogleBooksSite[] = [];

/** Stops after each test the sites that it has started. @param log no line of any test may contain the key */
export function googleOfEachTest(log: { readonly raw: readonly string[] }): void {
  afterEach(async () => {
    await Promise.all(sites.splice(0).map((site) => site.close()));
    expect(log.raw.filter((line) => line.includes(API_KEY))).toEqual([]);
  });
}

/** A simulated Google Books. */
export async function googleBooks(options?: GoogleBooksOptions): Promise<GoogleBooksSite> {
  const site = await startGoogleBooksSite({ apiKey: API_KEY, ...options });
  sites.push(site);
  return site;
}

/** The requests of a site, as `startIndex+maxResults`. */
export function requestedFor(site: GoogleBooksSite): string[] {
  return site.requested().map(({ startIndex, maxResults }) => `${startIndex}+${maxResults}`);
}

/** A Google with so many volumes, `v000` and on, which records the positions that it is asked for. */
export function googleOf(volumes: number): { fetch: OutboundFetch; requested: number[] } {
  const requested: number[] = [];
  return {
    requested,
    async fetch({ url }) {
      const { searchParams } = new URL(url);
      const [start, most] = [Number(searchParams.get("startIndex")), Number(searchParams.get("maxResults"))];
      requested.push(start);
      const count = Math.max(0, Math.min(most, volumes - start));
      const items = Array.from({ length: count }, (_, index) => volume(`v${String(start + index).padStart(3, "0")}`));
      return volumesAnswer(items, volumes);
    },
  };
}

/** A Google that gives these answers, one after the other, and records its requests. */
export function scripted(...answers: readonly (OutboundResponse | Error)[]): {
  fetch: OutboundFetch;
  requested: URL[];
} {
  const left = [...answers];
  const requested: URL[] = [];
  return {
    requested,
    async fetch({ url }) {
      requested.push(new URL(url));
      const answer = left.shift();
      if (answer === undefined) throw new Error(`Nobody answers request ${requested.length}.`);
      if (answer instanceof Error) throw answer;
      return answer;
    },
  };
}

/** The writing requests, by the names of their commands. */
export function writes(): string[] {
  return dynamo.consumed.map(({ command }) => command).filter((command) => /^(?:Put|Update|Delete)/.test(command));
}
