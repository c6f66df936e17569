import { recommendationMetadataMessageOf } from "../../../../lambdas/recommendations/work/request-refresh.ts";
import { MINUTE } from "../../../emulators/test-clock.ts";
import { MAX_RECEIVES } from "../../../recommendations/mentions-world.ts";
import { DAY } from "../../../recommendations/sample-mentions.ts";
import type { Entry } from "../../feature.ts";
import { givenUp, late, message, schedule } from "../../feature.ts";
import type { Step } from "./states.ts";
import {
  after,
  announced,
  announcedAgain,
  BOBS_ID,
  checkRequested,
  clicked,
  deliverySent,
  down,
  hidden,
  MENTION_ID,
  mentioned,
  mentionSent,
  passed,
  pendingForLong,
  recommended,
  unpublished,
  verified,
  verifiedAgain,
} from "./states.ts";
import type { RecommendationsFaults } from "./world.ts";

/** A worker that is stopped between a Webmention and its record sends it once more. */
const stopped: Step = async (world) => {
  world.mayTellAgain = true;
};

/** The next receive of every message is its last attempt. */
const lastAttempt: Step = async ({ queues }) => {
  for (const queue of Object.values(queues)) queue.receivedBefore(MAX_RECEIVES - 2);
};

/** The next receive of every message is its second one. */
const receivedOnce: Step = async ({ queues }) => {
  for (const queue of Object.values(queues)) queue.receivedBefore(1);
};

const NEWER_DELIVERY: Entry<RecommendationsFaults>["overtakenBy"] = {
  "a newer announcement": announcedAgain,
  "a newer announcement that was sent": async (world) => {
    await announcedAgain(world);
    await deliverySent(world);
    await world.queues.send.deliver();
  },
};
const NEWER_MENTION: Entry<RecommendationsFaults>["overtakenBy"] = {
  "a newer request that is verified": async (world) => {
    await mentioned(world, "request-9");
    await mentionSent(world);
    const { status } = world.sites;
    world.sites.status = 200;
    await world.queues.receive.deliver();
    world.sites.status = status;
  },
  "a mention that is hidden": hidden,
  "a mention that is removed": ({ services }) => services.mentions.remove(MENTION_ID, "unless_hidden"),
};

const sender = (when: string, steps: readonly Step[], mayStay = false): Entry<RecommendationsFaults> => ({
  ...message("webmention-send", when, after(stopped, ...steps), mayStay),
  overtakenBy: NEWER_DELIVERY,
});

const verifier = (when: string, steps: readonly Step[], mayStay = false): Entry<RecommendationsFaults> => ({
  ...message("webmention-receive", when, after(...steps), mayStay),
  overtakenBy: NEWER_MENTION,
});

/** A date that was stored is published by reconcile. */
const mayBeLeft: Step = async (world) => {
  world.mayBeLeft = true;
};

/** All messages are processed. */
const ended: Step = ({ system }) => system.settle();

const refreshSent: Step = ({ queues }) =>
  queues.metadata.send(recommendationMetadataMessageOf(BOBS_ID), "correlation-1");

/** An administrator's request about Bob's recommendation. */
const requested =
  (method: "PUT" | "DELETE", fields: object = {}): Step =>
  ({ send }) =>
    send({
      route: `${method} /v1/recommendations/{id}`,
      params: { id: BOBS_ID },
      body: { recommendations: [fields] },
      user: "olga",
      groups: ["admin"],
    });

/** A message of a refresh names no request: a refresh that has not read the recommendation yet does what is requested since. */
const onceRead =
  (step: Step): Step =>
  async (world) =>
    world.system.invocations.requested.some((site) => site.includes("/members/api/")) && step(world);

/** An edit that comes after the refresh has written the date leaves the texts of the old site to the next refresh. */
const movedBeforeDate: Step = async (world) =>
  (await world.services.directory.entry(BOBS_ID))?.updatedAt === null &&
  requested("PUT", { url: "https://robert.example/" })(world);

const refresher = (when: string, steps: readonly Step[]): Entry<RecommendationsFaults> => ({
  ...message("recommendation-metadata", when, after(recommended, mayBeLeft, ...steps, refreshSent)),
  overtakenBy: {
    "a newer refresh that has ended": onceRead(async (world) => {
      await refreshSent(world);
      await world.queues.metadata.deliver();
    }),
    "an edit of the excerpt": onceRead(requested("PUT", { excerpt: "Mine" })),
    "an edit of the address": onceRead(movedBeforeDate),
    "the recommendation's removal": requested("DELETE"),
  },
});

const reconciled = (when: string, steps: readonly Step[]): Entry<RecommendationsFaults> =>
  schedule("reconcile", when, ({ reconcile }) => reconcile(), after(...steps));

/** The messages are lost, and reconcile's grace period is over. */
const overdue: Step = async ({ system }) => {
  for (const queue of system.queues) queue.lose();
  system.clock.forward(11 * MINUTE);
};

const nextDay: Step = async (world) => {
  world.dailyRuns += 1;
};

const unlisted: Step = async ({ sites }) => {
  sites.isListed = false;
};

/** The consumers of the queues and the schedules. */
export const work: readonly Entry<RecommendationsFaults>[] = [
  sender("the site takes it", [announced]),
  late(sender("the site is notified", [recommended, deliverySent])),
  sender("the site does not exist", [announced, down(404)]),
  // Only its first receive may process it again (docs/decisions/0003-attempts-and-receives.md).
  sender(
    "the site has refused it, and refuses the redriven message",
    [announced, down(404), ended, deliverySent],
    true,
  ),
  late(
    sender("the site has refused it, and the message comes once more", [
      announced,
      down(404),
      ended,
      deliverySent,
      down(200),
      receivedOnce,
    ]),
  ),
  sender("the site is down", [announced, down(503)]),
  givenUp(sender("the site is down at the last attempt", [announced, down(503), lastAttempt])),
  verifier("a list has the link", [mentioned, mentionSent]),
  verifier("a list has the link again", [verifiedAgain]),
  verifier("a list has the link no longer", [unlisted, mentioned, mentionSent]),
  // A source that did not answer is verified again on the next day.
  verifier("a verified list has the link no longer", [recommended, verifiedAgain, unlisted, nextDay]),
  verifier("the source is down", [mentioned, mentionSent, down(500)]),
  givenUp(verifier("the source is down at the last attempt", [mentioned, mentionSent, down(500), lastAttempt], true)),
  verifier("the source's host is blocked", [
    mentioned,
    mentionSent,
    ({ services }) => services.blockedHosts.block("garden.example", services.clock.now()),
  ]),
  refresher("the page of the site has its metadata", []),
  refresher("the site is down", [down(503)]),
  {
    ...schedule(
      "recommendations-refresh",
      "there are a recommendation, a click, and mentions that are due or have expired",
      ({ daily }) => daily(),
      after(recommended, clicked, verified, passed(8 * DAY)),
    ),
    overtakenBy: {
      "a check that another run requests": { happens: checkRequested, stays: /"request(?:Id|_id)":"[^"]+"/g },
    },
  },
  reconciled("a change is not published", [recommended, unpublished, overdue]),
  { ...reconciled("a delivery is overdue", [announced, overdue]), overtakenBy: NEWER_DELIVERY },
  {
    ...reconciled("a delivery is overdue for the last time", [announced, pendingForLong, overdue]),
    overtakenBy: NEWER_DELIVERY,
  },
  { ...reconciled("a mention is overdue", [mentioned, overdue]), overtakenBy: NEWER_MENTION },
  {
    ...reconciled("a mention is overdue for the last time", [mentioned, pendingForLong, overdue]),
    overtakenBy: NEWER_MENTION,
  },
];
