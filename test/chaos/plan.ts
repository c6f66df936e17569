import { seeded } from "../upstreams/seeded.ts";

/** How the sites misbehave during a fault. */
export const SITE_WAYS = ["500", "503", "slow_headers", "slow_body", "cut", "reset", "malformed_json", "html"] as const;
export type SiteWay = (typeof SITE_WAYS)[number];

/** The queues whose contents a fault removes. */
export const QUEUES = [
  "oembed-fetch",
  "bookmark-processing",
  "books-collect",
  "mercari-crawl",
  "webmention-send",
  "webmention-receive",
] as const;

/**
 * What happens to the system: its process is killed, or stopped as by Ctrl-C, and started again; it stands still; a queue
 * loses its messages; the sites misbehave; its disk is slow; its disk is full until the process has ended.
 */
export type Fault =
  | { readonly kind: "kill" | "stop" }
  | { readonly kind: "freeze" | "slow_disk"; readonly ms: number }
  | { readonly kind: "full_disk" }
  | { readonly kind: "purge"; readonly queue: (typeof QUEUES)[number] }
  | { readonly kind: "sites"; readonly way: SiteWay; readonly share: number; readonly ms: number };

/** A fault and when it begins, in milliseconds after the begin of the load. On a slow machine it begins later. */
export type PlannedFault = Fault & { readonly at: number };

/** Kinds of a round; each round has all of them, in an order of its own. */
const ROUND = ["kill", "sites", "purge", "kill", "sites", "slow_disk", "stop", "sites", "freeze", "full_disk"] as const;
/** Milliseconds between the begins of two faults: at least, and in addition at most. */
const LEAST_GAP = 3_000;
const MORE_GAP = 6_000;

/** The faults of a run, in their order. The same seed and length give the same faults. @param ms the load's length */
export function planFaults(seed: number, ms: number): PlannedFault[] {
  const random = seeded(seed);
  const below = (limit: number) => Math.floor(random() * limit);
  const faults: PlannedFault[] = [];
  const round: (typeof ROUND)[number][] = [];
  for (let at = LEAST_GAP; at < ms; at += LEAST_GAP + below(MORE_GAP)) {
    if (round.length === 0) round.push(...ROUND);
    const [kind = "kill"] = round.splice(below(round.length), 1);
    faults.push({ at, ...faultOf(kind, below) });
  }
  return faults;
}

function faultOf(kind: (typeof ROUND)[number], below: (limit: number) => number): Fault {
  switch (kind) {
    case "kill":
    case "stop":
    case "full_disk":
      return { kind };
    case "freeze":
    case "slow_disk":
      return { kind, ms: 500 + below(1_500) };
    case "purge":
      return { kind, queue: QUEUES[below(QUEUES.length)] ?? QUEUES[0] };
    case "sites":
      return {
        kind,
        way: SITE_WAYS[below(SITE_WAYS.length)] ?? SITE_WAYS[0],
        share: 0.3 + below(8) / 10,
        ms: 500 + below(2_500),
      };
  }
}
