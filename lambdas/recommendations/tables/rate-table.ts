import { derivedId } from "../../shared/derived-id.ts";
import { StoredTable } from "../../shared/table/stored-table.ts";
import { countOne, countUpTo } from "../../shared/table/window-count.ts";
import { addressBlock } from "../domain/web-url.ts";

/** The limit of webmentions from one block of addresses in one minute. */
const WEBMENTIONS_A_MINUTE = 60;
/** The number of webmentions with sources on one host in one minute that are verified without a delay. */
const VERIFICATIONS_PER_MINUTE = 10;
/** The number of clicks on one recommendation from one address that count in a day, and of subscriptions. */
const COUNTED_A_DAY = 10;

const MINUTE_MS = 60_000;
const DAY_SECONDS = 24 * 3_600;

/** SQS's longest delay, in seconds. */
const MAX_DELAY_SECONDS = 900;

/**
 * The rates in table `recommendations`: partition key `pk` = `rates`, sort key `sk` = `webmention#<hash of the block of
 * addresses>#<minute>`, `source#<hash of the host>#<minute>`, `click#<recommendation's id>#<hash of the block>#<UTC date>`
 * or, likewise, `subscription#…`, with `count`. Items expire soon after their minute or day; no address is stored.
 */
export class RateTable extends StoredTable {
  /**
   * Counts a Webmention from an address, together with those of its block.
   *
   * @returns whole seconds until the block may send another; null when this one is accepted
   */
  async webmention(address: string, now: Date): Promise<number | null> {
    const minute = minuteOf(now);
    const count = await this.#countInMinute("webmention", addressBlock(address), minute);
    return count <= WEBMENTIONS_A_MINUTE ? null : Math.ceil(((minute + 1) * MINUTE_MS - now.getTime()) / 1_000);
  }

  /**
   * Counts a Webmention whose source is on a host. The verifications at one host are spread over time: untrusted senders
   * can cause at most ten requests a minute to it at first, and then at most one for each stored mention in a quarter of an
   * hour.
   *
   * @returns delay of the verification in whole seconds, 0 to 900
   */
  async source(host: string, now: Date): Promise<number> {
    const count = await this.#countInMinute("source", host, minuteOf(now));
    return Math.min(MAX_DELAY_SECONDS, Math.floor((count - 1) / VERIFICATIONS_PER_MINUTE) * 60);
  }

  /** @returns the new count of this minute */
  async #countInMinute(what: string, subject: string, minute: number): Promise<number> {
    const Key = toKey(what, derivedId(subject), new Date(minute * MINUTE_MS).toISOString());
    return countOne(this.client, { ...this.at(Key), expiresAt: (minute + 2) * 60 });
  }

  /**
   * Counts an action of a reader without a token.
   *
   * @returns whether it is within the address's limit of the day
   */
  async reader(kind: "click" | "subscription", recommendationId: string, address: string, now: Date): Promise<boolean> {
    const Key = toKey(kind, recommendationId, derivedId(addressBlock(address)), now.toISOString().slice(0, 10));
    const expiresAt = (Math.floor(now.getTime() / 1_000 / DAY_SECONDS) + 2) * DAY_SECONDS;
    return countUpTo(this.client, { ...this.at(Key), expiresAt }, COUNTED_A_DAY);
  }
}

function minuteOf(now: Date): number {
  return Math.floor(now.getTime() / MINUTE_MS);
}

function toKey(...parts: readonly string[]) {
  return { pk: "rates", sk: parts.join("#") };
}
