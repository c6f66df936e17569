import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { lostAnswer } from "../../emulators/aws-errors.ts";
import { capturedLog } from "../../emulators/captured-log.ts";
import { problem } from "../../emulators/feature-api.ts";
import { at, MINUTE } from "../../emulators/test-clock.ts";
import { operatorOfEachTest, send, world } from "../operator-of-tests.ts";

capturedLog();
operatorOfEachTest();

it("completes a creation whose process was gone after its write, and takes no other key for it", async () => {
  const post = (key: string) =>
    send({
      route: "POST /v1/jobs",
      body: { name: "lights", queries: ["lighthouses"] },
      headers: { "idempotency-key": key },
    });
  const { create } = world.jobs;
  world.jobs.create = async (job) => {
    await create.call(world.jobs, job);
    throw lostAnswer();
  };
  const key = randomUUID();
  expect((await post(key)).status).toBeGreaterThanOrEqual(500);
  world.jobs.create = create;
  world.clock.forward(MINUTE);
  expect(await post(key)).toMatchObject({
    status: 201,
    headers: { location: "/v1/jobs/lights" },
    body: { name: "lights", created_at: at(0).toISOString() },
  });
  expect(await post(randomUUID())).toEqual(problem(409, "name_taken"));
});

it("reports a name as taken even if the job that had it is deleted before it is read", async () => {
  world.jobs.create = async () => false;
  const body = { name: "lights", queries: ["lighthouses"] };
  const answer = await send({ route: "POST /v1/jobs", body, headers: { "idempotency-key": randomUUID() } });
  expect(answer).toEqual(problem(409, "name_taken"));
});
