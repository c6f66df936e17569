import { changesApi, changesWorld, Follower, OVERLAP_MS } from "../changes/changes-world.ts";
import type { Actors } from "./actor.ts";
import type { Fault } from "./fault.ts";
import type { SavedItemInvoked } from "./saved-item-steps.ts";
import type { HistoryWorld } from "./world.ts";

const WRITING: ReadonlySet<SavedItemInvoked["what"]> = new Set(["request", "delivery", "reconcile"]);

/** A program that keeps a copy of what a user has, by pages of the changes feed that it reads at any moment. */
export class HistoryFollower {
  readonly #user: string;
  readonly #send: ReturnType<typeof changesApi>;
  #follower: Follower;

  constructor(
    user: string,
    { actors, clock }: { readonly actors: Actors; readonly clock: HistoryWorld<never>["clock"] },
  ) {
    this.#user = user;
    this.#send = changesApi(changesWorld(actors, clock));
    this.#follower = this.#beginner();
  }

  #beginner(): Follower {
    return new Follower(this.#send, this.#user);
  }

  /** Reads a page. A request that failed is repeated with its cursor at the next call. @throws Error unless the fault explains it */
  async follow(fault: Fault | null): Promise<void> {
    try {
      await this.#follower.readPage(1);
    } catch (error) {
      if (/answered 410/.test(String(error))) this.#follower = this.#beginner();
      else if (fault === null || !/answered 5/.test(String(error))) throw error;
    }
  }

  /**
   * Begins again if a write of the step may have been too slow: the feed allows a write the time of its overlap, which is
   * longer than any function runs. Where nothing but time passes, no write is slow.
   */
  afterStep(invoked: readonly SavedItemInvoked[]): void {
    const passed = invoked.reduce((sum, one) => sum + (one.what === "time" ? one.passes : 0), 0);
    const isWriting = invoked.some(({ what }) => WRITING.has(what));
    if (isWriting && passed >= OVERLAP_MS) this.#follower = this.#beginner();
  }

  /** Reads to the end. @returns the copy: what the user has, as its own route shows it */
  async copy(): Promise<readonly unknown[]> {
    await this.follow(null);
    // The rest of the pass that was begun, and one that began after the last write.
    for (let pass = 0; pass < 2; pass += 1) await this.#follower.catchUp(2);
    return [...this.#follower.copy.values()];
  }
}
