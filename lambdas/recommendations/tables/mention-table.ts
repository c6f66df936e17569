import { derivedId } from "../../shared/derived-id.ts";
import { writeConflict } from "../../shared/http/rejected.ts";
import type { Condition } from "../../shared/table/expression.ts";
import { any, is, isAbsent, isAtMost, isPresent } from "../../shared/table/expression.ts";
import { changesOf } from "../../shared/table/stored-fields.ts";
import { StoredTable } from "../../shared/table/stored-table.ts";
import { itemsWithKeys } from "../../shared/table/table-batch.ts";
import { move } from "../../shared/table/transitions.ts";
import type { Update } from "../../shared/table/update.ts";
import { REMOVED, STILL_HOLDS } from "../../shared/table/update.ts";
import { listOverdueItems } from "../../shared/work/pending-index.ts";
import type { EnteredWork } from "../../shared/work/stored-work.ts";
import { storedWork } from "../../shared/work/stored-work.ts";
import type { Mention } from "../domain/mention.ts";
import { isExpired, mentionId, mentionKind, NEW_MENTION_KEPT_MS } from "../domain/mention.ts";
import type { MentionSource } from "../domain/mention-source.ts";
import { duplicateKey } from "../domain/web-url.ts";
import type { ListedPage, ListRange } from "./listed-index.ts";
import { listedItems, listedPage } from "./listed-index.ts";
import type { MentionItem, PendingPartition } from "./mention-item.ts";
import { epochSeconds, listOf, MENTION_FIELDS, mentionKey, toMention } from "./mention-item.ts";
import type { ListedMention, MentionEntry, MentionFilter } from "./mention-list.ts";
import { listsOf, toMentionEntry } from "./mention-list.ts";
import { VERIFICATION } from "./mention-transitions.ts";

export interface MentionRequest extends EnteredWork {
  readonly now: Date;
}

/** The fields of a mention that its message contains. */
export type MentionSubject = Pick<Mention, "id" | "workId">;

export type OverdueMention = MentionSubject & { readonly reconcileRounds: number };

/** When a mention that is not hidden is removed: always, or only if it has expired or was never verified. */
export type RemovalCondition = "unless_hidden" | "never_verified" | { readonly expiredBy: Date };

const MAX_WRITE_ATTEMPTS = 5;

const WORK = storedWork({ workId: "request_id", toDo: [VERIFICATION.states.pending.holds] });

/**
 * The mentions of table `recommendations`: partition key `pk` = `mentions`, sort key `sk` = the id. One item for each
 * mention: source, target, host, site_key (of a recommendation), status, request_id, failures, check_days, next_check_at,
 * first_seen_at, first_verified_at, last_verified_at, site, reconcile_rounds; expires_at (epoch seconds, the TTL attribute)
 * while it is not verified; hidden, and then neither expires_at nor a pending verification. A mention with a pending
 * verification is in partition `mentions` of index `pending`, one that will be verified again in partition `checks`. Each
 * is in partition `mentions#<kind>#<status>` of index `listed`, or in `mentions#<kind>#<status>#hidden`, at the position
 * `<first_seen_at>#<id>`. Every write has the condition that its request is the latest, or that it has read the latest.
 */
export class MentionTable extends StoredTable {
  /** Reads the mention of a source and a target, consistently; null if there is none, or it has expired. */
  async known(source: MentionSource, target: string, now: Date): Promise<Mention | null> {
    const seen = await this.get(mentionId(source.href, target));
    return seen === null || isExpired(seen, now) ? null : seen;
  }

  /**
   * Enters a request to verify a mention, which replaces any earlier request; the mention need not exist yet. A hidden
   * mention stays as it is.
   *
   * @param seen the mention as `known` has just read it, if the caller has called it
   */
  async request(
    source: MentionSource,
    target: string,
    request: MentionRequest,
    seen?: Mention | null | undefined,
  ): Promise<Mention> {
    let known = seen;
    for (let attempt = 0; attempt < MAX_WRITE_ATTEMPTS; attempt += 1) {
      if (known === undefined) known = await this.known(source, target, request.now);
      if (known?.isHidden) return known;
      const entered =
        known === null ? await this.#enter(source, target, request) : await this.#requestAgain(known, request);
      if (entered !== null) return entered;
      known = undefined;
    }
    throw writeConflict("mention");
  }

  /** Puts a mention that does not exist, or has expired. @returns null when it exists */
  async #enter(source: MentionSource, target: string, request: MentionRequest): Promise<Mention | null> {
    const id = mentionId(source.href, target);
    const firstSeenAt = request.now.toISOString();
    const { host, site } = source;
    const item: MentionItem = {
      ...mentionKey(id),
      source: source.href,
      target,
      host,
      ...(site === null ? {} : { site_key: derivedId(duplicateKey(site.href)) }),
      status: "new",
      failures: 0,
      check_days: 0,
      first_seen_at: firstSeenAt,
      expires_at: newExpiry(request.now),
      ...requested(request),
      listed_as: listOf(mentionKind(source), "new", false),
      listed_at: `${firstSeenAt}#${id}`,
    };
    const isPut = await this.putItem(mentionKey(id), {
      item,
      when: [any(isAbsent("sk"), isAtMost("expires_at", epochSeconds(request.now)))],
      ownWrite: [WORK.isLatest(request.workId)],
    });
    return isPut ? toMention(item) : null;
  }

  /** @returns null when the mention has been verified or removed since it was read */
  async #requestAgain({ id, verifiedAt, expiresAt }: Mention, request: MentionRequest): Promise<Mention | null> {
    const expires = newExpiry(request.now);
    if (verifiedAt === null) {
      return this.#move(id, "request", {
        set: { ...requested(request), expires_at: expires },
        remove: ["next_check_at"],
        when: [isAbsent("first_verified_at")],
        ownWrite: STILL_HOLDS,
      });
    }
    // A gone mention that expires soon stays until its request has been answered.
    const expiresFirst = expiresAt !== null && epochSeconds(new Date(expiresAt)) < expires;
    return this.#move(id, "request", {
      set: { ...requested(request), ...(expiresFirst && { expires_at: expires }) },
      when: [isPresent("first_verified_at"), ...(expiresFirst ? [isPresent("expires_at")] : [])],
      ownWrite: STILL_HOLDS,
    });
  }

  /**
   * Enters a request to verify a mention again.
   *
   * @returns null when another one was entered since it was read, or the mention does not exist
   */
  async requestCheck(seen: MentionSubject, request: MentionRequest): Promise<Mention | null> {
    return this.#move(seen.id, "check", {
      set: requested(request),
      when: [WORK.isLatest(seen.workId)],
      ownWrite: [WORK.isLatest(request.workId)],
    });
  }

  /**
   * Hides a mention. Its request is replaced, so that a verification that is pending or under way no longer changes it.
   *
   * @param workId a new random id
   * @returns null when its status has changed since it was read, or it is hidden or removed
   */
  async hide({ id, source, status }: Mention, workId: string): Promise<Mention | null> {
    return this.#move(id, "hide", {
      set: { request_id: workId, listed_as: listOf(mentionKind(source), status, true) },
      when: [is("status", status)],
      ownWrite: [WORK.isLatest(workId)],
    });
  }

  /**
   * Shows a hidden mention again, and enters a request to verify it: its link may have gone meanwhile.
   *
   * @returns null when it is no longer hidden, or removed
   */
  async show({ id, source, status }: Mention, request: MentionRequest): Promise<Mention | null> {
    return this.#move(id, "show", {
      set: {
        ...requested(request),
        listed_as: listOf(mentionKind(source), status, false),
        ...(status !== "verified" && { expires_at: newExpiry(request.now) }),
      },
      remove: ["hidden"],
      when: [],
      ownWrite: [WORK.isLatest(request.workId)],
    });
  }

  async get(id: string): Promise<Mention | null> {
    const item = await this.itemAt<MentionItem>(mentionKey(id));
    return item === null ? null : toMention(item);
  }

  /**
   * A page of mentions, newest first.
   *
   * @param after the position after which the page begins; the newest by default
   * @param isVisible false for an entry that the list leaves out
   */
  async list(
    filter: MentionFilter,
    range: ListRange,
    isVisible: (entry: MentionEntry) => boolean,
  ): Promise<ListedPage<Mention>> {
    const isShown = (item: ListedMention) => isVisible(toMentionEntry(item));
    const page = await listedPage<ListedMention>(this.client, this.table, listsOf(filter), range, isShown);
    const mentions = await this.withIds(page.items.map(({ sk }) => sk));
    // The index may be behind the table.
    const items = mentions.filter(
      ({ status, isHidden }) => status === (filter.status ?? status) && isHidden === (filter.hidden ?? isHidden),
    );
    return { items, next: page.next };
  }

  /** The index entries of every mention, list by list, newest first, including expired ones. */
  async *entries(filter: MentionFilter = {}): AsyncGenerator<MentionEntry> {
    for (const list of listsOf(filter)) {
      for await (const item of listedItems<ListedMention>(this.client, this.table, list)) yield toMentionEntry(item);
    }
  }

  /** The mentions with these ids, in order, read consistently; missing ones are left out. */
  async withIds(ids: readonly string[]): Promise<readonly Mention[]> {
    const items = await itemsWithKeys<MentionItem>(this.client, this.table, ids.map(mentionKey));
    const byId = new Map(items.map((item) => [item.sk, toMention(item)]));
    return ids.flatMap((id) => byId.get(id) ?? []);
  }

  /** Removes a mention. @returns false when the condition did not hold */
  async remove(id: string, condition: RemovalCondition): Promise<boolean> {
    return this.deleteItem(mentionKey(id), conditionsOf(condition));
  }

  /** Writes the outcome of a verification. @returns false when a later request was entered, or the mention does not exist */
  async save(mention: Mention): Promise<boolean> {
    const { nextCheckAt } = mention;
    if (nextCheckAt === null) return this.#save(mention, "leave", {});
    return this.#save(mention, "schedule", { reconcile_at: nextCheckAt });
  }

  /**
   * Writes the outcome of a verification during which a later request was entered. The later request stays pending.
   *
   * @param mention as it was read after the verification, with the later request
   * @returns false when another one was entered since, or its verification has ended
   */
  async saveSuperseded(mention: Mention): Promise<boolean> {
    return this.#save(mention, "supersede", {});
  }

  async #save(mention: Mention, name: keyof typeof VERIFICATION.moves, due: object): Promise<boolean> {
    const { status, failures, checkDays, nextCheckAt, verifiedAt, lastVerifiedAt, site, expiresAt } = mention;
    return this.updateItem(
      mentionKey(mention.id),
      move(VERIFICATION, name, {
        set: {
          ...changesOf(MENTION_FIELDS, {
            status,
            failures,
            checkDays,
            nextCheckAt,
            verifiedAt: verifiedAt ?? undefined,
            lastVerifiedAt: lastVerifiedAt ?? undefined,
            site: site ?? undefined,
          }),
          // The condition does not hold for a hidden mention.
          listed_as: listOf(mentionKind(mention.source), status, false),
          expires_at: expiresAt === null ? REMOVED : epochSeconds(new Date(expiresAt)),
          ...due,
        },
        when: [WORK.isLatest(mention.workId)],
        ownWrite: STILL_HOLDS,
      }),
    );
  }

  /** Postpones reconcile for a request until `until`. @returns false when it has ended */
  async postponeReconcile({ id, workId }: MentionSubject, until: Date, rounds: number): Promise<boolean> {
    return this.updateItem(mentionKey(id), WORK.postpone(workId, until, rounds));
  }

  /** The mentions whose verification is overdue, longest overdue first, at most `limit`. */
  async overdue(now: Date, limit: number): Promise<readonly OverdueMention[]> {
    return this.#due("mentions", now, limit);
  }

  /** The mentions that are due for another verification, longest due first, at most `limit`. */
  async due(now: Date, limit: number): Promise<readonly MentionSubject[]> {
    return this.#due("checks", now, limit);
  }

  async #due(partition: PendingPartition, now: Date, limit: number): Promise<readonly OverdueMention[]> {
    const items = await listOverdueItems<MentionItem>(this.client, this.table, [partition], { now, limit });
    return items.map(({ sk, request_id, reconcile_rounds }) => ({
      id: sk,
      workId: request_id,
      reconcileRounds: reconcile_rounds,
    }));
  }

  /** @returns the mention after the write; null when it is in another state, or a condition did not hold */
  async #move(id: string, name: keyof typeof VERIFICATION.moves, update: Update): Promise<Mention | null> {
    const item = await this.updateAndGet<MentionItem>(mentionKey(id), move(VERIFICATION, name, update));
    return item === null ? null : toMention(item);
  }
}

function requested(request: MentionRequest) {
  return WORK.requested(request, "mentions");
}

function conditionsOf(condition: RemovalCondition): readonly Condition[] {
  if (condition === "unless_hidden") return [isAbsent("hidden")];
  if (condition === "never_verified") return [isAbsent("hidden"), isAbsent("first_verified_at")];
  return [isAtMost("expires_at", epochSeconds(condition.expiredBy))];
}

function newExpiry(now: Date): number {
  return epochSeconds(new Date(now.getTime() + NEW_MENTION_KEPT_MS));
}
