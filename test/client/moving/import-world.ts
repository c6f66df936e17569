import { beforeEach } from "vitest";
import { MagpieClient } from "../../../client/index.ts";
import type { ImportReport } from "../../../client/moving/index.ts";
import { ScriptedApi } from "../scripted-api.ts";
import { TestClock } from "../test-clock.ts";

/** The API of the current test. */
export let api: ScriptedApi;
/** A client of it. */
export let client: MagpieClient;

/** Makes an API for each test of a file. */
export function apiOfEachTest(): void {
  beforeEach(() => {
    api = new ScriptedApi();
    client = clientBy(api.fetch);
  });
}

/** A client whose waits end at once. */
export function clientBy(fetch: (request: Request) => Promise<Response>): MagpieClient {
  const clock = new TestClock({ skipping: true });
  return new MagpieClient({ baseUrl: "https://api.example", token: "t", fetch, clock, random: () => 0 });
}

export const now = new Date("2026-11-20T03:00:00.000Z");
export const created = () => api.created.map(({ url }) => url);
export const counted = ({ entries, created, existing, refused }: ImportReport) => [
  entries,
  created,
  existing,
  refused.count,
];

/** Stores each report of an import, and ends the import when there are so many. */
export function keptUntil(most: number) {
  const stop = new AbortController();
  const kept: ImportReport[] = [];
  const keep = async (report: ImportReport) => {
    kept.push(structuredClone({ ...report, refused: { ...report.refused }, leftOut: { ...report.leftOut } }));
    if (kept.length === most) stop.abort(new Error("cut off"));
  };
  return { kept, keep, signal: stop.signal };
}
