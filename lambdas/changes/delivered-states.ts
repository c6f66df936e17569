import { createHash } from "node:crypto";
import type { Change } from "./routes.ts";

/** Items of which a cursor knows what was delivered; the states of more are delivered again. */
export const MOST_KNOWN = 250;

const KEY_BYTES = 3;
const STATE_BYTES = 5;

/** The states that a follower has got, as a cursor holds them; see `DeliveredStates`. */
export interface KnownStates {
  /** Met by the pass before, and not yet by this one. */
  readonly before: string;
  /** Met by this pass. */
  readonly met: string;
}

/**
 * The latest states of items that a follower has got, so that a pass that overlaps with the one before it does not deliver
 * them again. A state is a fingerprint of all that the follower gets, since two writes of one millisecond have one time.
 *
 * Of each item only the state that was delivered last is known: an item that is changed back to an earlier one is delivered
 * again. Two items with equal fingerprints are mistaken for one, whose changes are delivered too often, never too seldom.
 */
export class DeliveredStates {
  readonly #before: Map<string, string>;
  readonly #met: Map<string, string>;

  private constructor(before: Map<string, string>, met: Map<string, string>) {
    this.#before = before;
    this.#met = met;
  }

  /** The states of a cursor. */
  static decode({ before, met }: KnownStates): DeliveredStates {
    return new DeliveredStates(decodeStates(before), decodeStates(met));
  }

  /** The states that count as delivered before a follower's first pass. */
  static of(changes: readonly Change[]): DeliveredStates {
    const states = changes.map(fingerprint).map(({ key, state }) => [key, state] as const);
    return new DeliveredStates(new Map(states), new Map());
  }

  /**
   * Remembers a state that the pass has met.
   *
   * @param isMetAgain whether the next pass will meet it
   * @returns whether this is the state of its item that was delivered last
   */
  meet(change: Change, isMetAgain: boolean): boolean {
    const { key, state } = fingerprint(change);
    const isKnown = (this.#met.get(key) ?? this.#before.get(key)) === state;
    this.#before.delete(key);
    // Deleted first, so that the map stays in the order of the changes.
    this.#met.delete(key);
    if (isMetAgain) this.#met.set(key, state);
    return isKnown;
  }

  /** The states for the cursor of the same pass; the oldest changes are left out if they are too many. */
  get inPass(): KnownStates {
    // What this pass has met was changed before all that it has not met yet.
    const tooMany = Math.max(0, this.#met.size + this.#before.size - MOST_KNOWN);
    return {
      met: encodeStates([...this.#met].slice(tooMany)),
      before: encodeStates([...this.#before].slice(Math.max(0, tooMany - this.#met.size))),
    };
  }

  /** The states for the cursor at the end of the pass. */
  get atEnd(): KnownStates {
    return { met: "", before: encodeStates([...this.#met].slice(-MOST_KNOWN)) };
  }
}

function fingerprint(change: Change): { readonly key: string; readonly state: string } {
  return {
    key: digest([change.type, change.id]).toString("hex", 0, KEY_BYTES),
    state: digest(change).toString("hex", 0, STATE_BYTES),
  };
}

function digest(value: unknown): Buffer {
  return createHash("sha256").update(JSON.stringify(value)).digest();
}

function encodeStates(states: readonly (readonly [key: string, state: string])[]): string {
  return Buffer.from(states.flat().join(""), "hex").toString("base64url");
}

function decodeStates(text: string): Map<string, string> {
  const bytes = Buffer.from(text, "base64url");
  const size = KEY_BYTES + STATE_BYTES;
  return new Map(
    Array.from({ length: Math.floor(bytes.length / size) }, (_, index) => {
      const state = bytes.subarray(index * size, (index + 1) * size);
      return [state.toString("hex", 0, KEY_BYTES), state.toString("hex", KEY_BYTES)];
    }),
  );
}
