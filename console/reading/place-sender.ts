import type { Place } from "../../client/index.ts";
import { PLACE_INTERVAL_MS } from "../../client/index.ts";

/**
 * Sends where a person is in a text: the latest place a minute after the first that was not sent, so that a person who reads
 * sends one a minute and one who does not move none.
 */
export class PlaceSender {
  readonly #send: (place: Place) => void;
  #unsent: Place | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(send: (place: Place) => void) {
    this.#send = send;
  }

  /** Takes a place, to be sent with the next minute. */
  take(place: Place): void {
    this.#unsent = place;
    this.#timer ??= setTimeout(this.sendNow, PLACE_INTERVAL_MS);
  }

  /** Sends the place that was not sent yet, if there is one: the text is left, or its tab hidden. */
  readonly sendNow = (): void => {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const place = this.#unsent;
    this.#unsent = null;
    if (place !== null) this.#send(place);
  };
}
