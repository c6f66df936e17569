import type { HttpAnswer } from "../../emulators/http-event.ts";
import { MINUTE } from "../../emulators/test-clock.ts";
import type { Dead } from "../actor.ts";
import type { Host, Source } from "./steps.ts";
import { SOURCES } from "./steps.ts";

const DAY = 24 * 60 * MINUTE;

/** A mention that a source was asked to be verified for, as far as the sender knows. */
interface Sent {
  readonly source: Source;
  readonly step: number;
  /** Epoch milliseconds. */
  readonly at: number;
  readonly isAcknowledged: boolean;
}

/** A mention as the API lists it. */
export interface ShownMention {
  readonly source: string;
  readonly status: "new" | "verified" | "gone";
  readonly hidden: boolean;
}

/** The other sites at the end of a history. */
export interface EndOfMentions {
  readonly isLinking: (source: Source) => boolean;
  /** How often a source was requested before the quiet end, and did not answer, or not with a link to us. */
  readonly looksInVain: (source: Source) => number;
  /** The time of the quiet end, epoch milliseconds. */
  readonly at: number;
}

/**
 * A mention that was never verified is kept for seven days after its latest request; a day before that it is verified for
 * the last time at the latest.
 */
const VERIFIED_WITHIN_MS = 5 * DAY;
/** Fewer unsuccessful verifications than these don't end the verifications of a mention. */
const MAX_LOOKS = 10;

/** What is sent to our endpoint, and what may prevent that it is shown. */
export class MentionLog {
  readonly #sent: Sent[] = [];
  /** The step of the latest change of each source. */
  readonly #changed = new Map<string, number>();
  /** The latest step after which each host may have been blocked. */
  readonly #blocked = new Map<string, number>();

  /** The sources that are hidden for certain. */
  readonly #hidden = new Set<Source>();
  /** The latest step that asked to hide each source, and to show it. */
  readonly #asked = { hide: new Map<Source, number>(), show: new Map<Source, number>() };
  readonly #mayBeHidden = new Set<Source>();

  sent(source: Source, answer: HttpAnswer | Dead, step: number, at: number): void {
    const isAcknowledged = typeof answer !== "symbol" && answer.status === 202 && !this.#mayBeHidden.has(source);
    this.#sent.push({ source, step, at, isAcknowledged });
  }

  hidden(source: Source, answer: HttpAnswer | Dead, step: number): void {
    this.#asked.hide.set(source, step);
    this.#mayBeHidden.add(source);
    const isDone = typeof answer !== "symbol" && answer.status === 200;
    if (isDone && this.#asked.show.get(source) !== step) this.#hidden.add(source);
  }

  /** A mention that is shown again is verified as if it had been sent. */
  shown(source: Source, answer: HttpAnswer | Dead, step: number, at: number): void {
    this.#asked.show.set(source, step);
    const wasHidden = this.#hidden.delete(source);
    if (typeof answer === "symbol" || answer.status !== 200 || this.#asked.hide.get(source) === step) return;
    this.#mayBeHidden.delete(source);
    if (wasHidden) this.#sent.push({ source, step, at, isAcknowledged: true });
  }

  changed(source: string, step: number): void {
    this.#changed.set(source, step);
  }

  mayBeBlocked(host: Host, step: number): void {
    this.#blocked.set(host, step);
  }

  /** Whether a source must be shown: it was acknowledged, links to us since then, and nothing has prevented its verification. */
  isOwed(source: Source, { isLinking, looksInVain, at }: EndOfMentions): boolean {
    if (!isLinking(source) || looksInVain(source) > MAX_LOOKS) return false;
    return this.#sent.some(
      (one) =>
        one.source === source &&
        one.isAcknowledged &&
        at - one.at < VERIFIED_WITHIN_MS &&
        one.step > (this.#changed.get(source) ?? 0) &&
        one.step > (this.#asked.hide.get(source) ?? 0) &&
        one.step > (this.#blocked.get(hostOf(source)) ?? 0),
    );
  }

  /** @throws Error if the mentions that are listed contradict what was sent, or what the sources say */
  judge(shown: readonly ShownMention[], blocked: readonly Host[], end: EndOfMentions): void {
    for (const source of SOURCES) {
      const listed = shown.filter((one) => one.source === source);
      if (listed.length > 1) throw new Error(`A mention is listed twice: ${JSON.stringify(listed)}`);
      const isHidden = listed[0]?.hidden === true;
      if (this.#hidden.has(source) && !isHidden && !blocked.includes(hostOf(source)))
        throw new Error(`${source} is hidden, and shown: ${JSON.stringify(listed)}`);
      if (isHidden && !this.#mayBeHidden.has(source)) throw new Error(`${source} is hidden, and nobody hid it.`);
      // A hidden mention stays as it was.
      if (isHidden) continue;
      const isVerified = listed[0]?.status === "verified";
      if (isVerified && !end.isLinking(source)) throw new Error(`${source} is shown, and does not link to us.`);
      if (listed.length > 0 && blocked.includes(hostOf(source))) throw new Error(`${source} is blocked, and listed.`);
      if (!isVerified && this.isOwed(source, end))
        throw new Error(`${source} is acknowledged and links to us, and is not shown: ${JSON.stringify(listed)}`);
    }
    for (const { source } of shown)
      if (!this.#sent.some((one) => one.source === source)) throw new Error(`Nobody has sent a mention by ${source}.`);
  }
}

function hostOf(source: Source): Host {
  return new URL(source).host as Host;
}
