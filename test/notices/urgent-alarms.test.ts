import { describe, expect, it } from "vitest";
import { noteAlarm } from "../../lambdas/notices/note-alarm.ts";
import { sendDue } from "../../lambdas/notices/send-due.ts";
import { capturedLog } from "../emulators/captured-log.ts";
import { clock, world, worldOfEachTest, writer } from "./world-of-tests.ts";

const log = capturedLog();
worldOfEachTest();

const RUNBOOK = "https://magpie.example/docs/runbook#api-5xx";

/** The example of CloudWatch's guide ("Alarm actions"), with a description as the stack writes them. */
const event = (timestamp: string, description = `Requests fail. Runbook: ${RUNBOOK}`) => ({
  source: "aws.cloudwatch",
  alarmArn: "arn:aws:cloudwatch:us-east-1:444455556666:alarm:prod-api-5xx",
  accountId: "444455556666",
  time: timestamp,
  region: "us-east-1",
  alarmData: {
    alarmName: "prod-api-5xx",
    state: { value: "ALARM", reason: "Threshold Crossed: 1 datapoint", timestamp },
    previousState: { value: "OK", reason: "all is well", reasonData: "{}", timestamp },
    configuration: { description, metrics: [{ id: "m", returnData: true }] },
  },
});

/** So many minutes ago, in the form that CloudWatch writes. */
const ago = (minutes: number) => new Date(clock.now().getTime() - minutes * 60_000).toISOString().replace("Z", "+0000");

const posts = () => world.posts.map(({ body }) => JSON.parse(body));

describe("an urgent alarm", () => {
  it("is posted once, however often Lambda invokes the function, with its impact, its reason and its runbook", async () => {
    const rung = event(ago(1));
    await noteAlarm(rung, writer);
    await noteAlarm(rung, writer);
    await sendDue(world, "run-1");
    await sendDue(world, "run-2");
    expect(posts()).toEqual([
      {
        id: expect.any(String),
        kind: "alarm",
        title: "Urgent alarm: prod-api-5xx",
        body: "Requests fail.\nThreshold Crossed: 1 datapoint",
        url: RUNBOOK,
        created_at: new Date(rung.time).toISOString(),
      },
    ]);
    expect(log.lines("alarm_noted")).toMatchObject([{ alarm: "prod-api-5xx" }]);
  });

  it("is posted again when it rings again, beyond ten a day too, and never in a digest", async () => {
    for (let times = 12; times >= 1; times -= 1) {
      await noteAlarm(event(ago(times)), writer);
      await sendDue(world, "run");
    }
    expect(posts().map(({ created_at }) => created_at)).toEqual([
      ...new Set(posts().map(({ created_at }) => created_at)),
    ]);
    expect(posts()).toHaveLength(12);
  });

  it("is not mailed like a notice: its topic has mailed it", async () => {
    await noteAlarm(event(ago(1)), writer);
    await sendDue(world, "run");
    expect(world.mails).toEqual([]);
    expect(await world.notices.overdue(clock.now(), 10)).toEqual([]);
  });

  it("has its whole description when that names no runbook", async () => {
    await noteAlarm(event(ago(1), "Changed by hand."), writer);
    await sendDue(world, "run");
    expect(posts()).toMatchObject([
      { body: expect.stringMatching(/^Changed by hand\./), url: "https://magpie.example/app/operations/alarms" },
    ]);
  });
});

it("fails for an event of another form, which Lambda then shows as a failed invocation", async () => {
  await expect(noteAlarm({ source: "aws.cloudwatch" }, writer)).rejects.toThrow();
});
