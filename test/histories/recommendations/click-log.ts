import type { HttpAnswer } from "../../emulators/http-event.ts";
import type { Dead } from "../actor.ts";
import { isReplay } from "./directory-model.ts";

/** How often readers have followed each recommendation: at least, and at most. */
export class ClickLog {
  readonly #least = new Map<string, number>();
  readonly #most = new Map<string, number>();

  clicked(id: string, answer: HttpAnswer | Dead): void {
    const isDead = typeof answer === "symbol";
    // A replay counts nothing: the first request with its key has counted, or its click is lost.
    if (!isDead && (answer.status === 404 || isReplay(answer))) return;
    add(this.#most, id);
    if (!isDead && answer.status === 204) add(this.#least, id);
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
