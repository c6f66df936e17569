import { expect, it } from "vitest";
import { reconcile } from "../../lambdas/operations/reconcile.ts";
import { giveUpRefresh } from "../../lambdas/recommendations/metadata-worker.ts";
import { runDaily } from "../../lambdas/recommendations/on-schedule.ts";
import {
  reconcilableDeliveries,
  reconcilableDigests,
  reconcilableDirectory,
  reconcilableMentions,
} from "../../lambdas/recommendations/reconcile.ts";
import { recommendationsRoutes } from "../../lambdas/recommendations/routes.ts";
import { MailTable } from "../../lambdas/recommendations/tables/mail-table.ts";
import { refreshRecommendation } from "../../lambdas/recommendations/work/refresh-recommendation.ts";
import {
  recommendationMetadataMessage,
  recommendationMetadataMessageOf,
} from "../../lambdas/recommendations/work/request-refresh.ts";
import { webmentionReceiveMessageOf } from "../../lambdas/recommendations/work/webmention-receive-message.ts";
import { webmentionSendMessageOf } from "../../lambdas/recommendations/work/webmention-send-message.ts";
import { derivedId } from "../../lambdas/shared/derived-id.ts";
import type { OutboundFetch } from "../../lambdas/shared/outbound/outbound-fetch.ts";
import { sqsWorker } from "../../lambdas/shared/work/worker.ts";
import { capturedLog } from "../emulators/captured-log.ts";
import type { TestDynamo } from "../emulators/dynamo.ts";
import type { HttpRequest } from "../emulators/http-event.ts";
import type { Invocation } from "../emulators/invocation.ts";
import { sqsEvent } from "../emulators/sqs-event.ts";
import { MINUTE, START } from "../emulators/test-clock.ts";
import { testIds, testQueue } from "../emulators/test-queue.ts";
import type { EntryPoint } from "../shared/lost-answers.ts";
import { describeLostAnswers, routesOf, writingRoutes } from "../shared/lost-answers.ts";
import { changeStore, TABLE } from "./changes-world.ts";
import { looker, SITE_URL, sender, testAdminMail } from "./mentions-world.ts";
import type { RecommendationsWorld } from "./recommendations-world.ts";
import { publisher, recommendationsApi, recommendationsTables, recommendationsWorld } from "./recommendations-world.ts";
import { savedEvent } from "./sample-events.ts";
import { DAY } from "./sample-mentions.ts";

capturedLog();

const KEY = { "idempotency-key": "0b8f5f5e-6f0e-4e53-9a4c-8b6ab1b0b0b1" };
const ADMIN = { user: "olga", groups: ["admin"] };
const SOURCE = "https://garden.example/.well-known/recommendations.json";
const BOB = "https://bob.example/";

interface World extends RecommendationsWorld {
  readonly mails: MailTable;
  readonly digests: ReturnType<typeof testQueue<{ readonly type: string }>>;
}

/** A site is already recommended, and a page mentions ours. */
async function worldOf(dynamo: Pick<TestDynamo, "client">): Promise<World> {
  const mails = new MailTable(dynamo.client, TABLE);
  const newId = testIds();
  const world = {
    ...recommendationsWorld(dynamo),
    newId: () => derivedId(newId()),
    mails,
    digests: testQueue<never>(),
  };
  await publisher(world).added("bob");
  world.webmentionSendQueue.sent.length = 0;
  world.metadataQueue.sent.length = 0;
  return world;
}

const bobsId = async ({ directory }: World) => [...(await directory.read()).entries.keys()][0] ?? "";

function of(
  what: string,
  act: (world: World, running: Invocation) => Promise<unknown>,
  before: (world: World) => Promise<unknown> = async () => undefined,
): EntryPoint {
  return {
    what,
    async start(dynamo) {
      const world = await worldOf(dynamo);
      await before(world);
      return {
        queues: [world.webmentionSendQueue, world.webmentionReceiveQueue, world.metadataQueue, world.digests],
        async act(running) {
          const answered = await act(
            {
              ...world,
              ...recommendationsTables(running.client),
              ...changeStore(world.bucket.meddled((_command, forward) => running.aws(forward))),
              mails: new MailTable(running.client, TABLE),
              webmentionSendQueue: { ...world.webmentionSendQueue, ...running.queue(world.webmentionSendQueue) },
              webmentionReceiveQueue: {
                ...world.webmentionReceiveQueue,
                ...running.queue(world.webmentionReceiveQueue),
              },
              metadataQueue: { ...world.metadataQueue, ...running.queue(world.metadataQueue) },
              digests: { ...world.digests, ...running.queue(world.digests) },
            },
            running,
          );
          return { answered, document: world.bucket.document() };
        },
      };
    },
  };
}

const request = (request: HttpRequest, before?: (world: World) => Promise<unknown>) =>
  of(
    request.route,
    async (world) => recommendationsApi(world)({ params: { id: await bobsId(world) }, ...request }),
    before,
  );

const one = (fields: object) => ({ recommendations: [fields] });
const mentioned = async ({ mentions, clock }: World) =>
  mentions.request(SOURCE, `${SITE_URL}/`, {
    id: "request-1",
    now: clock.now(),
    reconcileAt: new Date(clock.now().getTime() + 10 * MINUTE),
  });
const theMention = async ({ mentions, clock }: World) => {
  const mention = await mentions.known(SOURCE, `${SITE_URL}/`, clock.now());
  if (mention === null) throw new Error("There is no mention.");
  return mention;
};
/** The list of a site that recommends ours. */
const listsUs: OutboundFetch = async ({ url }) => ({
  url: new URL(url),
  status: 200,
  headers: {},
  mediaType: "application/json",
  charset: "utf-8",
  location: null,
  retryAfterSeconds: null,
  body: Buffer.from(JSON.stringify([{ url: `${SITE_URL}/` }])),
  truncated: false,
});

/** The worker that verifies mentions; its mail has one of two outcomes. */
const verification = (what: string, fetch: OutboundFetch, throttled = false, receiveCount = 1) =>
  of(
    `the worker that verifies mentions, ${what}`,
    async (world, running) => {
      const mail = testAdminMail();
      if (throttled) mail.end = { kind: "refused", code: "mail_throttled", cause: new Error("slow down") };
      const worker = looker({
        ...world,
        adminMail: { send: (text) => running.outside(() => mail.send(text)) },
        siteUrl: SITE_URL,
        siteTitle: "Our page",
        fetch: (requested) => running.outside(() => fetch(requested)),
        random: () => 0,
        maxReceiveCount: 5,
      });
      const isDone = await worker.receive(webmentionReceiveMessageOf(await theMention(world)), receiveCount);
      return { isDone, mails: mail.sent.length };
    },
    mentioned,
  );

const reconciled = (what: string, before: (world: World) => Promise<unknown>, passed = 15 * MINUTE) =>
  of(
    `reconcile, ${what}`,
    async (world) => {
      const { deliveries, mentions, mails, webmentionSendQueue, webmentionReceiveQueue, digests, clock } = world;
      clock.forward(passed);
      const parts = [
        reconcilableDirectory(world),
        reconcilableDeliveries(deliveries, webmentionSendQueue, clock),
        reconcilableMentions(mentions, webmentionReceiveQueue, clock),
        reconcilableDigests(mails, digests as never, clock),
      ];
      return reconcile(parts, "reconcile-1", clock);
    },
    before,
  );

const down: OutboundFetch = async (requested) => ({ ...(await listsUs(requested)), status: 503 });

const tell = (what: string, fetch: OutboundFetch, receiveCount = 1) =>
  of(`the worker that notifies sites, ${what}`, async (world, running) => {
    const [delivery] = await world.deliveries.list(await bobsId(world));
    if (delivery === undefined) throw new Error("Nobody is to be told.");
    const answers: OutboundFetch = (requested) => running.outside(() => fetch(requested));
    const worker = sender({ ...world, siteUrl: SITE_URL, fetch: answers, random: () => 0, attemptMs: 60_000 });
    return worker.receive(webmentionSendMessageOf(delivery), receiveCount);
  });

const entryPoints = [
  request({
    route: "POST /v1/recommendations",
    ...ADMIN,
    body: one({ title: "Carol", url: "https://carol.example/" }),
    headers: KEY,
  }),
  request({ route: "POST /v1/recommendations/check", ...ADMIN, body: one({ url: BOB }) }),
  request({
    route: "PUT /v1/recommendations/{id}",
    ...ADMIN,
    body: one({ title: "Robert", url: "https://robert.example/" }),
  }),
  request({ route: "DELETE /v1/recommendations/{id}", ...ADMIN }),
  request({ route: "POST /v1/recommendations/{id}/clicked", user: null, headers: KEY }),
  request({ route: "POST /v1/recommendations/{id}/subscribed", user: "mia", headers: KEY }),
  request({ route: "POST /v1/recommendations/{id}/announce", ...ADMIN }),
  request({ route: "POST /v1/blocked-hosts", ...ADMIN, body: { host: "spam.example" }, headers: KEY }),
  request({ route: "DELETE /v1/blocked-hosts/{host}", ...ADMIN, params: { host: "spam.example" } }, (world) =>
    world.blockedHosts.block("spam.example", START),
  ),
  request({
    route: "POST /webmentions",
    user: null,
    body: new URLSearchParams({ source: SOURCE, target: "https://alice.example/" }).toString(),
    base64: true,
    headers: { "content-type": "application/x-www-form-urlencoded" },
  }),
  tell("which take it", listsUs),
  tell("which are down", down),
  tell("which are down to the end", down, 4),
  verification("a page that has the link", listsUs),
  verification("a page that has the link, with SES throttling", listsUs, true),
  verification("a page that is down", down),
  verification("a page that is down to the end", down, false, 4),
  of("the worker that reads metadata", async (world, running) => {
    const handler = sqsWorker({
      environment: {},
      message: recommendationMetadataMessage,
      services: () => ({
        ...world,
        fetch: (requested: Parameters<OutboundFetch>[0]) => running.outside(() => listsUs(requested)),
        maxReceiveCount: 5,
        visibility: { change: (_receipt: string, _seconds: number) => running.aws(async () => undefined) },
      }),
      work: refreshRecommendation,
      giveUp: giveUpRefresh,
    });
    return handler(sqsEvent({ body: recommendationMetadataMessageOf(await bobsId(world)) }));
  }),
  of(
    "the schedule",
    async (world) => {
      world.clock.forward(8 * DAY);
      return runDaily(world, "schedule-1");
    },
    async (world) => {
      await mentioned(world);
      await world.mentionCounts.admit("garden.example");
      await savedEvent(world, { recommendationId: await bobsId(world) }, derivedId("event"));
    },
  ),
  reconciled("a delivery and a mention", mentioned),
  reconciled("a delivery and a mention that are long overdue", async (world) => {
    const mention = await mentioned(world);
    await world.mentions.postponeReconcile(mention, START, 3);
    for (const delivery of await world.deliveries.list(await bobsId(world))) {
      await world.deliveries.postponeReconcile(delivery, START, 3);
    }
  }),
  reconciled("a digest", async ({ mails }) => mails.addToDigest("garden.example", START, 0), 2 * DAY),
];

it("covers every route that writes", () => {
  expect(routesOf(entryPoints)).toEqual(writingRoutes(recommendationsRoutes));
});

describeLostAnswers(entryPoints);
