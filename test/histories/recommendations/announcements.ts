import type { Delivery } from "../../../lambdas/recommendations/domain/delivery.ts";
import { derivedId } from "../../../lambdas/shared/derived-id.ts";
import type { OutgoingAttempt, ReceivedWebmention } from "./outgoing-log.ts";
import { OUR_LIST } from "./outside.ts";
import type { Recommendations } from "./state.ts";
import type { Act } from "./steps.ts";

/** An act that announces a change, and its step. */
export interface Announcing {
  readonly act: Act;
  readonly step: number;
}

/** A site that must be notified of an acknowledged change. */
interface Owed {
  readonly id: string;
  readonly target: string;
  readonly step: number;
}

/** What a history knows of its work in the background. */
export interface Efforts {
  /** The announcements of the messages that were received, each as often as it was. */
  readonly receives: readonly string[];
  /** How often reconcile ran before the quiet end. */
  readonly reconciles: number;
}

/** Which sites are owed a Webmention, and by which acts. */
export class Announcements {
  /** The acts by the ids that were issued to them. */
  readonly #issued = new Map<string, Announcing>();
  readonly #acts: Announcing[] = [];
  readonly #owed: Owed[] = [];

  began(announcing: Announcing): void {
    this.#acts.push(announcing);
  }

  /** An id that an act was given: that of its announcement, or of the recommendation that it creates. */
  issued(id: string, by: Announcing): void {
    this.#issued.set(id, by);
    this.#issued.set(derivedId("add", id), by);
  }

  owes(owed: Owed): void {
    this.#owed.push(owed);
  }

  /** @throws Error if a delivery contradicts what was asked for, or what its site answered */
  judge(deliveries: readonly Delivery[], attempts: readonly OutgoingAttempt[], efforts: Efforts): void {
    for (const { id, target, step } of this.#owed) {
      const delivery = deliveries.find((one) => one.recommendationId === id && one.target === target);
      if (delivery === undefined) throw new Error(`${target} was never to be notified of the change in step ${step}.`);
      if (this.#by(delivery.workId).step < step)
        throw new Error(`${target} was not notified of the change in step ${step}: ${JSON.stringify(delivery)}`);
    }
    for (const delivery of deliveries) {
      this.#by(delivery.workId);
      const own = attempts.filter(
        ({ message }) => message.announcementId === delivery.workId && message.target === delivery.target,
      );
      judgeDelivery(delivery, own, efforts);
    }
    for (const attempt of attempts) this.#judgeShown(attempt);
  }

  /** Our list is published before the sites are notified, since they read it. */
  #judgeShown({ message, shown, step }: OutgoingAttempt): void {
    const by = this.#by(message.announcementId);
    const isChanged = this.#acts.some(
      (other) => other !== by && isChange(other.act) && other.step >= by.step && other.step <= step,
    );
    if (isChanged) return;
    const { act } = by;
    const isRecommended = act.do !== "delete" && (act.do !== "move" || act.url === message.target);
    if (shown.includes(message.target) !== isRecommended)
      throw new Error(`${message.target} was notified of ${JSON.stringify(act)}, and our list was ${shown}.`);
  }

  #by(announcementId: string): Announcing {
    const by = this.#issued.get(announcementId);
    if (by === undefined) throw new Error(`Nobody has made the announcement ${announcementId}.`);
    return by;
  }
}

function isChange({ do: what }: Act): boolean {
  return what === "create" || what === "move" || what === "delete";
}

/**
 * The sites that must be notified of an acknowledged change of a recommendation; none where the states before it differ.
 *
 * @param before the states in which the recommendation may have been
 */
export function owedTargets(act: Act, id: string, before: readonly Recommendations[]): readonly string[] {
  if (act.do === "create") return [act.url];
  const sites = before.map((state) => state.sites[id]);
  const [site] = sites;
  if (site === undefined || sites.some((other) => other?.url !== site.url)) return [];
  if (act.do === "delete" || act.do === "announce") return [site.url];
  if (act.do === "rename") return sites.every((other) => other?.title !== act.title) ? [site.url] : [];
  return act.do === "move" && act.url !== site.url ? [site.url, act.url] : [];
}

const GIVEN_UP = { receives: 4, rounds: 3 };

function judgeDelivery(delivery: Delivery, attempts: readonly OutgoingAttempt[], efforts: Efforts): void {
  const contradiction = (what: string) =>
    new Error(`A delivery ${what}: ${JSON.stringify(delivery)}, attempted: ${JSON.stringify(attempts)}`);
  const { status, workId, lastStatusCode, endpoint, code } = delivery;
  if (status === "pending") throw contradiction("is still pending");
  if (delivery.attempts > attempts.length) throw contradiction("counts more attempts than were made");
  if (status !== "failed") {
    const isAnswered = attempts.some(
      (one) => one.end === status && one.status === lastStatusCode && one.endpoint === endpoint,
    );
    if (!isAnswered) throw contradiction("is not what the site has answered");
    if (code !== null) throw contradiction("has ended well, and has a code");
    return;
  }
  if (attempts.some(({ end, isFaulty }) => !isFaulty && (end === "sent" || end === "no_endpoint")))
    throw contradiction("has failed, though the site answered well");
  const receives = efforts.receives.filter((one) => one === workId).length;
  const isGivenUp =
    code === "reconcile_gave_up" ? efforts.reconciles >= GIVEN_UP.rounds : receives >= GIVEN_UP.receives;
  if (!isGivenUp && !attempts.some(({ end }) => end === "refused")) throw contradiction("has failed without a reason");
}

/** @throws Error if a site received a Webmention that names another source, or before it was recommended */
export function judgeReceived(received: readonly ReceivedWebmention[], acts: readonly Announcing[]): void {
  for (const { source, target, step } of received) {
    const isKnown = acts.some(
      (one) => (one.act.do === "create" || one.act.do === "move") && one.act.url === target && one.step <= step,
    );
    if (source !== OUR_LIST || !isKnown)
      throw new Error(`A site received a mention of ${target} by ${source} in step ${step}.`);
  }
}
