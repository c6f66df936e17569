import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { conditionalDelete, conditionalUpdate, STILL_HOLDS } from "../../shared/table/conditional-write.ts";
import { itemsOf } from "../../shared/table/table-query.ts";

/** Mentions of one source host that are kept at a time. */
export const MENTIONS_OF_A_HOST = 100;
/** Mentions that are kept at a time in all. */
export const MENTIONS_IN_ALL = 10_000;

/** Counts that one run corrects; the others are corrected by the next one. */
const CORRECTIONS_PER_RUN = 1_000;

/** What became of a mention that asked to be let in. The last two are codes for the log. */
export type Admission = "admitted" | "host_full" | "mentions_full";

/** How many mentions there are, by the hosts of their sources; under `ALL_HOSTS` in all. */
export type MentionCounts = ReadonlyMap<string, number>;

/** Stands for all hosts: no host has a name without a dot or a colon. */
export const ALL_HOSTS = "all";

/**
 * How many mentions table `recommendations` keeps: partition key `pk` = `mention-counts`, sort key `sk` = `all` or the host,
 * with `count`. A mention is counted before it is entered, by a condition, so that no crowd exceeds a limit. What has
 * expired, or was counted and never entered, is taken off by the daily run.
 */
export class MentionCountTable {
  readonly #client: DynamoDBDocumentClient;
  readonly #name: string;

  constructor(client: DynamoDBDocumentClient, name: string) {
    this.#client = client;
    this.#name = name;
  }

  /** Counts a mention that is about to be entered, if there is room. */
  async admit(host: string): Promise<Admission> {
    if (!(await this.#add(host, MENTIONS_OF_A_HOST))) return "host_full";
    if (await this.#add(ALL_HOSTS, MENTIONS_IN_ALL)) return "admitted";
    await this.#client.send(new UpdateCommand({ TableName: this.#name, Key: toKey(host), ...adding(-1) }));
    return "mentions_full";
  }

  /** What is counted now, read consistently. */
  async counts(): Promise<MentionCounts> {
    const counts = new Map<string, number>();
    for await (const { sk, count } of itemsOf<{ sk: string; count: number }>(this.#client, {
      TableName: this.#name,
      ConsistentRead: true,
      KeyConditionExpression: "pk = :pk",
      ExpressionAttributeValues: { ":pk": MENTION_COUNTS },
    })) {
      counts.set(sk, count);
    }
    return counts;
  }

  /**
   * Corrects what is counted. A count that has changed since is left for the next time.
   *
   * @param seen as `counts` read it, before `actual` was found out
   * @returns how many were wrong and are right now
   */
  async correct(seen: MentionCounts, actual: MentionCounts): Promise<number> {
    let corrected = 0;
    for (const host of new Set([...actual.keys(), ...seen.keys()])) {
      if (corrected === CORRECTIONS_PER_RUN) break;
      const [was, is] = [seen.get(host) ?? 0, actual.get(host) ?? 0];
      if (was !== is && (await this.#replace(host, was, is))) corrected += 1;
    }
    return corrected;
  }

  async #replace(host: string, was: number, is: number): Promise<boolean> {
    const where = { TableName: this.#name, Key: toKey(host) };
    const condition = {
      ConditionExpression: was === 0 ? "attribute_not_exists(#count) OR #count = :was" : "#count = :was",
      ExpressionAttributeNames: { "#count": "count" },
    };
    if (is === 0) {
      return conditionalDelete(this.#client, where, { ...condition, ExpressionAttributeValues: { ":was": was } });
    }
    return conditionalUpdate(this.#client, where, {
      ...condition,
      UpdateExpression: "SET #count = :is",
      ownWrite: "#count = :is",
      ExpressionAttributeValues: { ":was": was, ":is": is },
    });
  }

  async #add(host: string, max: number): Promise<boolean> {
    const { ExpressionAttributeValues, ...update } = adding(1);
    return conditionalUpdate(
      this.#client,
      { TableName: this.#name, Key: toKey(host) },
      {
        ...update,
        ConditionExpression: "attribute_not_exists(#count) OR #count < :max",
        ownWrite: STILL_HOLDS,
        ExpressionAttributeValues: { ...ExpressionAttributeValues, ":max": max },
      },
    );
  }
}

const MENTION_COUNTS = "mention-counts";

function adding(number: number) {
  return {
    UpdateExpression: "ADD #count :number",
    ExpressionAttributeNames: { "#count": "count" },
    ExpressionAttributeValues: { ":number": number },
  };
}

function toKey(host: string) {
  return { pk: MENTION_COUNTS, sk: host };
}
