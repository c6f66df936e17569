import { setTimeout as pause } from "node:timers/promises";
import { sync } from "../../client/index.ts";
import type { Sync } from "../../client/sync/sync.ts";
import { memorySyncStorage } from "../client/sync/memory-sync-storage.ts";
import { seeded } from "../upstreams/seeded.ts";
import { userActions } from "./actions.ts";
import type { Turn } from "./editors.ts";
import { crawlsPrices, imports, recommends, runsJobs } from "./editors.ts";
import type { Journal } from "./journal.ts";
import { mentions } from "./second-system.ts";
import type { Sender } from "./sender.ts";
import type { Sites } from "./sites.ts";
import { User } from "./user.ts";

/** Milliseconds between two actions of one sender: at least, since on a slow machine the answers take longer. */
const PAUSE_MS = { user: 80, importer: 500, jobs: 1_500, prices: 1_500, recommendations: 700, peers: 2_000, feed: 400 };

/** Who sends, by role. */
export interface Senders {
  readonly users: readonly Sender[];
  /** Follows the changes of the first user. */
  readonly follower: Sender;
  readonly importer: Sender;
  readonly jobs: Sender;
  readonly prices: Sender;
  readonly recommendations: Sender;
}

/** A load that runs. */
export interface Load {
  /** The copy of the first user's items, which follows the changes. */
  readonly copy: Sync;
  /** Lets each sender end its action, and begin no other. @throws the first error that is none of the API's */
  stop(): Promise<void>;
}

/**
 * Starts all senders.
 *
 * @param seed determines what each of them does, in its order
 * @param failed is called with an error that ends a sender
 */
export async function startLoad(
  { users, follower, importer, jobs, prices, recommendations }: Senders,
  { seed, journal, sites, site }: { seed: number; journal: Journal; sites: Sites; site: () => string },
  failed: (error: unknown) => void,
): Promise<Load> {
  let isOver = false;
  const running: Promise<void>[] = [];
  const repeat = (pauseMs: number, act: () => Promise<unknown>) => {
    const loop = async () => {
      while (!isOver) {
        await act();
        await pause(pauseMs);
      }
    };
    const ended = loop();
    ended.catch(failed);
    running.push(ended);
  };
  const turns = (name: keyof typeof PAUSE_MS, place: number, turn: Turn) => {
    const random = seeded(seed * 1_000 + 500 + place);
    let number = 0;
    repeat(PAUSE_MS[name], () => {
      number += 1;
      return turn(number, random);
    });
  };

  for (const [number, sender] of users.entries()) {
    const user = new User(sender);
    const actions = userActions(seed, number);
    repeat(PAUSE_MS.user, () => user.act(actions.next().value));
  }
  turns("importer", 0, imports(importer));
  turns("jobs", 1, runsJobs(jobs));
  turns("prices", 2, crawlsPrices(prices, sites));
  turns("recommendations", 3, recommends(recommendations));
  turns("peers", 4, mentions(journal, site));
  const copy = await sync({ client: follower.client, storage: memorySyncStorage() });
  repeat(PAUSE_MS.feed, async () => {
    const { error } = await copy.refresh();
    journal.read("changes", error === null);
  });
  return {
    copy,
    async stop() {
      isOver = true;
      await Promise.all(running);
    },
  };
}
