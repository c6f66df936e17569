import fc from "fast-check";
import type { Fault } from "../fault.ts";
import { faults } from "../fault.ts";
import type { CommonInvoked, Step } from "../steps.ts";
import { histories, mostly } from "../steps.ts";

/** The sites that are recommended. The first two are one site under two addresses. */
export const SITES = ["https://garden.example/", "https://www.garden.example/", "https://forest.example/"] as const;
export type SiteUrl = (typeof SITES)[number];

/** The pages that mention us: a list of recommendations, and an ordinary page. */
export const SOURCES = [
  "https://garden.example/.well-known/recommendations.json",
  "https://blog.example/post",
] as const;
export type Source = (typeof SOURCES)[number];

/** The hosts of the sources. */
export const HOSTS = ["garden.example", "blog.example"] as const;
export type Host = (typeof HOSTS)[number];

/** The Webmention endpoint of a site: what its page names, and what it answers. */
export const ENDPOINTS = ["accepting", "missing", "refusing", "failing"] as const;
/** Whether a source links to us, or is gone for good. */
export const LINKS = ["linking", "silent", "gone"] as const;

/** A change of another site. */
export type Change =
  | { readonly of: SiteUrl; readonly endpoint: (typeof ENDPOINTS)[number] }
  | { readonly of: Source; readonly link: (typeof LINKS)[number] };

/** What a person or a program asks of the API. `pick` chooses among the recommendations that were ever asked for. */
export type Act =
  | { readonly do: "create"; readonly url: SiteUrl; readonly title: string; readonly key: string | null }
  | { readonly do: "rename"; readonly pick: number; readonly title: string }
  | { readonly do: "move"; readonly pick: number; readonly url: SiteUrl }
  | { readonly do: "delete" | "announce"; readonly pick: number }
  | { readonly do: "click"; readonly pick: number; readonly key: string | null }
  | { readonly do: "mention" | "hide" | "show"; readonly source: Source }
  | { readonly do: "block" | "unblock"; readonly host: Host }
  | { readonly do: "read" };

/** A request to the API. */
export interface Requested {
  readonly what: "request";
  readonly act: Act;
  readonly fault: Fault | null;
}

type Own =
  | Requested
  | { readonly what: "daily"; readonly fault: Fault | null }
  | { readonly what: "site"; readonly change: Change };
export type RecommendationInvoked = Own | CommonInvoked;
export type RecommendationStep = Step<RecommendationInvoked>;

const KEYS = ["0b8f5f5e-6f0e-4e53-9a4c-8b6ab1b0b0b1", "0b8f5f5e-6f0e-4e53-9a4c-8b6ab1b0b0b2"] as const;

const key = fc.constantFrom(null, ...KEYS);
const url = mostly(SITES);
const title = fc.constantFrom("A garden", "Our garden");
// Mostly the latest recommendation: only acts on one can get into each other's way.
const pick = mostly([0, 1, 2]);

const act: fc.Arbitrary<Act> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant("create" as const), url, title, key }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("rename" as const), pick, title }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("move" as const), pick, url }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom("delete" as const, "announce" as const), pick }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("click" as const), pick, key }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant("mention" as const), source: mostly(SOURCES) }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constantFrom("hide" as const, "show" as const), source: mostly(SOURCES) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constantFrom("block" as const, "unblock" as const), host: mostly(HOSTS) }),
  },
  { weight: 1, arbitrary: fc.constant({ do: "read" as const }) },
);

const change: fc.Arbitrary<Change> = fc.oneof(
  fc.record({ of: url, endpoint: mostly(ENDPOINTS) }),
  fc.record({ of: mostly(SOURCES), link: mostly(LINKS) }),
);

/** Generates histories of recommendations, of the sites that are recommended, and of those that recommend us. */
export const recommendationHistories: fc.Arbitrary<readonly RecommendationStep[]> = histories<Own>(
  fc.oneof(
    { weight: 8, arbitrary: fc.record({ what: fc.constant("request" as const), act, fault: faults(14) }) },
    { weight: 1, arbitrary: fc.record({ what: fc.constant("daily" as const), fault: faults(12) }) },
    { weight: 2, arbitrary: fc.record({ what: fc.constant("site" as const), change }) },
  ),
  12,
);
