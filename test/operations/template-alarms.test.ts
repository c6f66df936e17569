import { CloudWatchClient, DescribeAlarmsCommand } from "@aws-sdk/client-cloudwatch";
import { mockClient } from "aws-sdk-client-mock";
import { expect, it, onTestFinished } from "vitest";
import { Alarms } from "../../lambdas/operations/alarms.ts";
import { plausibleText, synthesized } from "../infra/synthesized.ts";

it("reads every alarm of the template", async () => {
  const cloudWatch = mockClient(CloudWatchClient);
  onTestFinished(() => cloudWatch.restore());
  const made = synthesized()
    .some("AWS::CloudWatch::Alarm")
    .map(([, { Properties }]) => ({
      ...Properties,
      AlarmDescription: plausibleText(Properties.AlarmDescription),
      StateValue: "OK" as const,
    }));
  cloudWatch.on(DescribeAlarmsCommand).resolves({ MetricAlarms: made });
  const listed = await new Alarms([{ cloudWatch: new CloudWatchClient({ region: "r" }), suffix: "" }], "prod-").list(
    new Date(0),
  );
  expect(listed).toHaveLength(made.length);
});
