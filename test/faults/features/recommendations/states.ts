import { mentionId } from "../../../../lambdas/recommendations/domain/mention.ts";
import { mentionSource } from "../../../../lambdas/recommendations/domain/mention-source.ts";
import { newRecommendation } from "../../../../lambdas/recommendations/domain/recommendation.ts";
import type { MentionSubject } from "../../../../lambdas/recommendations/tables/mention-table.ts";
import { webmentionReceiveMessageOf } from "../../../../lambdas/recommendations/work/webmention-receive-message.ts";
import { webmentionSendMessageOf } from "../../../../lambdas/recommendations/work/webmention-send-message.ts";
import { derivedId } from "../../../../lambdas/shared/derived-id.ts";
import { MINUTE } from "../../../emulators/test-clock.ts";
import { addSite } from "../../../recommendations/changes-world.ts";
import { OURS, SOURCE } from "./sites.ts";
import type { RecommendationsFaults } from "./world.ts";

/** A step that brings about a part of the state before an entry. */
export type Step = (world: RecommendationsFaults) => Promise<unknown>;

/** Bob's recommendation. */
export const BOBS_ID = derivedId("bob");

/** The mention of ours by the garden's list. */
export const MENTION_ID = mentionId(SOURCE, `${OURS}/`);

/** The steps, after which the daily run is due within an hour. */
export function after(...steps: readonly Step[]): Step {
  return async (world) => {
    for (const step of steps) await step(world);
    world.dailyRuns += 1;
  };
}

/** Bob's site is recommended, and its delivery is in the queue. */
export const announced: Step = ({ services }) => addSite("bob", services);

/** Bob's site is recommended, and all messages are processed. */
export const recommended: Step = async (world) => {
  await announced(world);
  await world.system.settle();
};

/** Bob's delivery is announced once more. */
export const announcedAgain: Step = async ({ services: { deliveries, clock } }) => {
  const announcement = { id: "announcement-9", recommendationId: BOBS_ID, version: 9, at: clock.now().toISOString() };
  const reconcileAt = new Date(clock.now().getTime() + 10 * MINUTE);
  for (const { target } of await deliveries.list(BOBS_ID)) await deliveries.announce(announcement, target, reconcileAt);
};

/** The garden's list mentions ours. */
export const mentioned = async ({ services }: RecommendationsFaults, workId = "request-1"): Promise<void> => {
  const now = services.clock.now();
  const request = { workId, now, reconcileAt: new Date(now.getTime() + 10 * MINUTE) };
  await services.mentionCounts.admit("garden.example");
  await services.mentions.request(mentionSource(SOURCE), `${OURS}/`, request);
};

async function subject({ services }: RecommendationsFaults): Promise<MentionSubject> {
  const mention = await services.mentions.known(mentionSource(SOURCE), `${OURS}/`, services.clock.now());
  if (mention === null) throw new Error("There is no mention.");
  return mention;
}

/** An administrator has hidden the mention. */
export const hidden: Step = async ({ services }) => {
  const mention = await services.mentions.get(MENTION_ID);
  if (mention !== null) await services.mentions.hide(mention, "request-3");
};

/** The mention's message is in the queue. */
export const mentionSent: Step = async (world) => {
  await world.services.webmentionReceiveQueue.send(webmentionReceiveMessageOf(await subject(world)), "correlation-1");
};

/** The mention is verified, and its mail was sent. */
export const verified: Step = async (world) => {
  await mentioned(world);
  await mentionSent(world);
  await world.system.settle();
};

/** Another verification of a verified mention is requested. @returns false when one is requested already */
export const checkRequested: Step = async (world) => {
  const { mentions, clock } = world.services;
  const seen = await subject(world);
  if (seen.workId !== "request-1") return false;
  const now = clock.now();
  return mentions.requestCheck(seen, { workId: "request-2", now, reconcileAt: new Date(now.getTime() + 10 * MINUTE) });
};

/** A verified mention is to be verified again: its message is in the queue. */
export const verifiedAgain: Step = async (world) => {
  await verified(world);
  await checkRequested(world);
  await mentionSent(world);
};

/** Bob's delivery is in the queue once more, although it has ended. */
export const deliverySent: Step = async ({ services, queues }) => {
  for (const delivery of await services.deliveries.list(BOBS_ID)) {
    await queues.send.send(webmentionSendMessageOf(delivery), "correlation-1");
  }
};

/** Reconcile has sent the messages of everything that is pending as often as it does. */
export const pendingForLong: Step = async (world) => {
  const { services, system } = world;
  const now = system.clock.now();
  for (const delivery of await services.deliveries.list(BOBS_ID)) {
    await services.deliveries.postponeReconcile(delivery, now, 3);
  }
  const mention = await services.mentions.known(mentionSource(SOURCE), `${OURS}/`, now);
  if (mention !== null) await services.mentions.postponeReconcile(mention, now, 3);
};

/** A change of the directory whose request was interrupted before it was published. */
export const unpublished: Step = async ({ services: { directory, recommendations, clock } }) => {
  const creation = { id: derivedId("carol"), at: clock.now() };
  const carol = newRecommendation({ title: "Carol", url: "https://carol.example/" }, creation);
  await recommendations.create(carol);
  await directory.add(carol, { id: derivedId("add", carol.id), at: clock.now() });
};

/** A reader has followed Bob's recommendation. */
export const clicked: Step = ({ services }) => services.readerCounts.addClick(BOBS_ID);

export const passed =
  (milliseconds: number): Step =>
  async ({ system }) =>
    system.clock.forward(milliseconds);

/** Every site answers with this status. */
export const down =
  (status: number): Step =>
  async ({ sites }) => {
    sites.status = status;
  };
