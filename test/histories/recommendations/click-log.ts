import type { HttpAnswer } from "../../emulators/http-event.ts";
import type { Dead } from "../actor.ts";
import { isReplay } from "./directory-model.ts";

/** How often readers have followed each recommendation: at least, and at most. */
export class ClickLog {
  readonly #least = new Map<string, number>();
  readonly #most = new Map<string, number>();
  /** The keys whose click counts, by recommendation and key. */
  readonly #sure = new Set<string>();
  /** The keys whose first answer was lost. */
  readonly #unsure = new Set<string>();

  clicked(id: string, key: string | null, answer: HttpAnswer | Dead): void {
    const keyed = `${id} ${key}`;
    const isDead = typeof answer === "symbol";
    if (!isDead && answer.status === 404) return;
    const isCounted = !isDead && answer.status === 204;
    const isReplayed = isCounted && isReplay(answer);
    if (!isReplayed) add(this.#most, id);
    if (!isCounted) {
      if (!this.#sure.has(keyed)) this.#unsure.add(keyed);
      return;
    }
    // A replay completes the first request with its key.
    if (!isReplayed || this.#unsure.has(keyed)) add(this.#least, id);
    if (key === null) return;
    this.#sure.add(keyed);
    this.#unsure.delete(keyed);
  }

  /** @throws Error if more or fewer clicks are counted than there were */
  judge(id: string, clicks: number): void {
    const [least, most] = [this.#least.get(id) ?? 0, this.#most.get(id) ?? 0];
    if (clicks < least || clicks > most) throw new Error(`${id} has ${clicks} clicks of ${least} to ${most}.`);
  }
}

function add(counts: Map<string, number>, id: string): void {
  counts.set(id, (counts.get(id) ?? 0) + 1);
}
