import { expect, it } from "vitest";
import type * as z from "zod/mini";
import { allRoutes } from "../../lambdas/operations/all-routes.ts";
import type { Route } from "../../lambdas/shared/http/route.ts";
import { capturedLog } from "../emulators/captured-log.ts";
import { startDynamo } from "../emulators/dynamo.ts";
import { synthesized } from "../infra/synthesized.ts";
import { MESSAGES } from "../releases/messages.ts";
import { FAULT_FEATURES } from "./every-feature.ts";
import type { Entry, FaultFeature } from "./feature.ts";
import { startEntry } from "./feature.ts";

capturedLog();

const named = ({ method, path }: Route) => `${method} ${path}`;
const consumer = (queue: string) => `queue ${queue}`;

it("has every operation, every consumer of a queue and every schedule", () => {
  const stack = synthesized("prod");
  const queues = stack.some("AWS::Lambda::EventSourceMapping").map(([, { Properties }]) => {
    const [, queue] = stack.target(Properties.EventSourceArn, "AWS::SQS::Queue");
    return stack.withoutStage(queue.Properties.QueueName);
  });
  const schedules = stack
    .some("AWS::Scheduler::Schedule")
    .map(([, { Properties }]) => `schedule ${stack.withoutStage(Properties.Name)}`);
  const covered = new Set(FAULT_FEATURES.flatMap(({ entries }) => entries.map(({ of }) => of)));
  const entries = [...allRoutes.map(named), ...queues.map(consumer), ...schedules];
  expect(
    entries.filter((entry) => !covered.has(entry)),
    "Add an entry of each to its feature in test/faults/features",
  ).toEqual([]);
  expect(
    [...covered].filter((entry) => !entries.includes(entry)),
    "There is none of these: take each out of its feature in test/faults/features",
  ).toEqual([]);
});

it.each(Object.entries(MESSAGES))("has every type of message of queue %s", async (queue, schema) => {
  const covered = new Set<number>();
  const types = typesOf(schema);
  for (const feature of FAULT_FEATURES) {
    for (const entry of feature.entries.filter(({ of }) => of === consumer(queue))) {
      const body = await processed(feature, entry);
      covered.add(types.findIndex((type) => type.safeParse(body).success));
    }
  }
  const without = types.flatMap((_, index) => (covered.has(index) ? [] : [index]));
  expect(
    without,
    `Add an entry that processes each type of ${queue}'s message to its feature in test/faults/features`,
  ).toEqual([]);
});

/** The types of message that a schema accepts. */
function typesOf(schema: z.ZodMiniType): readonly z.ZodMiniType[] {
  const { def } = schema._zod;
  return "options" in def ? (def.options as readonly z.ZodMiniType[]) : [schema];
}

/** The body of the message that an entry processes. */
async function processed(feature: FaultFeature, entry: Entry): Promise<unknown> {
  const dynamo = await startDynamo();
  try {
    const world = await startEntry(feature, entry, dynamo);
    const queue = entry.queue?.(world);
    if (queue === undefined) throw new Error(`${entry.of}, ${entry.when} has no queue.`);
    let body: unknown = null;
    queue.worker = async ({ Records: [record] }) => {
      body = JSON.parse(record?.body ?? "null");
      return { batchItemFailures: [] };
    };
    await entry.act(world);
    return body;
  } finally {
    await dynamo.close();
  }
}
