import { expect, it } from "vitest";
import { allRoutes } from "../../lambdas/operations/all-routes.ts";
import { recommendationsRoutes } from "../../lambdas/recommendations/routes.ts";
import type { Route } from "../../lambdas/shared/http/route.ts";
import { synthesized } from "../infra/synthesized.ts";
import { FAULT_FEATURES } from "./every-feature.ts";

const named = ({ method, path }: Route) => `${method} ${path}`;

/** Entries whose calls are broken elsewhere: by `test/recommendations/killed-*.test.ts` and `lost-answers.test.ts`. */
const ELSEWHERE = [
  ...Object.values(recommendationsRoutes).map(named),
  "queue recommendation-metadata",
  "queue webmention-receive",
  "queue webmention-send",
  "schedule recommendations-refresh",
  // A list of CloudWatch, by the paginator of the SDK, which needs a client of its own.
  "GET /v1/ops/alarms",
];

it("has every operation, every consumer of a queue and every schedule", () => {
  const stack = synthesized("prod");
  const queues = stack.some("AWS::Lambda::EventSourceMapping").map(([, { Properties }]) => {
    const [, queue] = stack.target(Properties.EventSourceArn, "AWS::SQS::Queue");
    return `queue ${stack.withoutStage(queue.Properties.QueueName)}`;
  });
  const schedules = stack
    .some("AWS::Scheduler::Schedule")
    .map(([, { Properties }]) => `schedule ${stack.withoutStage(Properties.Name)}`);
  const covered = new Set(FAULT_FEATURES.flatMap(({ entries }) => entries.map(({ of }) => of)));
  expect([...covered, ...ELSEWHERE].toSorted()).toEqual([...allRoutes.map(named), ...queues, ...schedules].toSorted());
});
