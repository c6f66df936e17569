import { GetSecretValueCommand, SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import { SESv2Client, SendEmailCommand } from "@aws-sdk/client-sesv2";
import { mockClient } from "aws-sdk-client-mock";
import { afterAll, beforeEach, expect, it, vi } from "vitest";
import { handler as api } from "../../lambdas/notices/api.ts";
import { handler as onAlarm } from "../../lambdas/notices/on-alarm.ts";
import { handler as onSchedule } from "../../lambdas/notices/on-schedule.ts";
import { NoticeWriter } from "../../lambdas/shared/notices/notice-writer.ts";
import { capturedLog } from "../emulators/captured-log.ts";
import { dynamo, dynamoOfFile, variablesOfEntry } from "../emulators/dynamo-of-tests.ts";
import { answerTo, lambdaContext } from "../emulators/http-event.ts";
import { priceNotice } from "./notices-world.ts";

const log = capturedLog();
dynamoOfFile();

const ses = mockClient(SESv2Client);
const secrets = mockClient(SecretsManagerClient);

variablesOfEntry();
beforeEach(() => {
  ses.reset();
  secrets.reset();
});
afterAll(() => {
  ses.restore();
  secrets.restore();
});

/** Sets the variables of the entries. SES accepts mails. */
function setVariables(webhookSecret: string): void {
  vi.stubEnv("NOTICES_TABLE", "notices");
  vi.stubEnv("SITE_URL", "https://magpie.example");
  vi.stubEnv("STAGE_LANGUAGE", "en");
  vi.stubEnv("MAIL_FROM", "magpie@magpie.example");
  vi.stubEnv("MAIL_ADMINISTRATORS", '["olga@magpie.example"]');
  vi.stubEnv("NOTIFY_WEBHOOK_SECRET", webhookSecret);
  vi.stubEnv("WAIT_SCALE", "1");
  ses.on(SendEmailCommand).resolves({});
}

it("the deployed entries note an alarm, send what is due by mail and webhook, and list all", async () => {
  const now = new Date();
  const rung = {
    alarmData: {
      alarmName: "prod-api-5xx",
      state: { reason: "Threshold Crossed", timestamp: now.toISOString() },
      configuration: { description: "Requests fail. Runbook: https://magpie.example/docs/runbook#api-5xx" },
    },
  };
  await expect(async () => onAlarm(rung, lambdaContext())).rejects.toThrow("NOTICES_TABLE (missing)");
  await expect(onSchedule({}, lambdaContext())).rejects.toThrow(
    /: NOTICES_TABLE .*, MAIL_FROM .*, MAIL_ADMINISTRATORS .*, NOTIFY_WEBHOOK_SECRET .*, SITE_URL .*, STAGE_LANGUAGE .*, WAIT_SCALE /,
  );
  expect(await answerTo(api, { route: "GET /v1/notices", user: "olga", groups: ["admin"] })).toMatchObject({
    status: 500,
  });

  setVariables("prod/webhook");
  // A text that is no webhook: then nothing is sent to any address.
  secrets.on(GetSecretValueCommand).resolves({ SecretString: "no webhook" });
  await onAlarm(rung, lambdaContext());
  await new NoticeWriter(dynamo.client, "notices").put(priceNotice("1", new Date(now.getTime() - 1)));
  expect(await onSchedule({}, lambdaContext("run-1"))).toEqual({ due: 2 });
  expect(log.lines("schedule_done")).toMatchObject([{ correlation_id: "run-1", due: 2 }]);
  expect(ses.commandCalls(SendEmailCommand).map(({ args }) => args[0].input)).toMatchObject([
    {
      FromEmailAddress: "magpie@magpie.example",
      Destination: { ToAddresses: ["olga@magpie.example"] },
      Content: { Simple: { Subject: { Data: "Camera 1: ¥900" } } },
    },
  ]);
  expect(log.lines("notice_refused")).toMatchObject([
    { channel: "webhook", code: "webhook_secret_invalid" },
    { channel: "webhook", code: "webhook_secret_invalid" },
  ]);
  expect(secrets.commandCalls(GetSecretValueCommand)[0]?.args[0].input).toEqual({ SecretId: "prod/webhook" });

  const { status, body } = await answerTo(api, { route: "GET /v1/notices", user: "olga", groups: ["admin"] });
  expect([status, body.notices.map(({ title, url }: Record<string, string>) => [title, url])]).toEqual([
    200,
    [
      ["Urgent alarm: prod-api-5xx", "https://magpie.example/docs/runbook#api-5xx"],
      ["Camera 1: ¥900", "https://jp.mercari.com/item/m1"],
    ],
  ]);
});

it("the deployed schedule looks for no secret where the settings name no webhook", async () => {
  setVariables("");
  // In another container: each reads its settings once.
  const another = "../../lambdas/notices/on-schedule.ts?another";
  const entry = (await import(another)) as { readonly handler: typeof onSchedule };
  await new NoticeWriter(dynamo.client, "notices").put(priceNotice("2", new Date()));
  expect(await entry.handler({}, lambdaContext("run-1"))).toEqual({ due: 1 });
  expect(ses.commandCalls(SendEmailCommand)).toHaveLength(1);
  expect(secrets.commandCalls(GetSecretValueCommand)).toEqual([]);
  expect(log.lines("webhook_not_configured")).toEqual([]);
});
