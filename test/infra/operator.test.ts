import { CloudFormationClient, DescribeStacksCommand } from "@aws-sdk/client-cloudformation";
import { ListSubscriptionsByTopicCommand, SNSClient } from "@aws-sdk/client-sns";
import { mockClient } from "aws-sdk-client-mock";
import { expect, it, onTestFinished } from "vitest";
import { matchingFields } from "../../lib/cli/doctor/stage/matching-fields.ts";
import { findDeployedApi } from "../../lib/cli/find-deployed-api.ts";
import { DescribedStage, NOW, TOPIC } from "../cli/doctor/stage.ts";
import { synthesized } from "./synthesized.ts";

it("the operator's commands find the API by the name of its output", async () => {
  const { Outputs } = synthesized("prod").assembly.getStackArtifact("magpie-prod").template as {
    readonly Outputs: Readonly<Record<string, { readonly Value: unknown }>>;
  };
  const cloudFormation = mockClient(CloudFormationClient);
  onTestFinished(() => cloudFormation.restore());
  cloudFormation.on(DescribeStacksCommand, { StackName: "magpie-prod" }).resolves({
    Stacks: [
      {
        StackName: "magpie-prod",
        StackStatus: "UPDATE_COMPLETE",
        CreationTime: NOW,
        Outputs: Object.entries(Outputs).map(([OutputKey, { Value }]) => {
          const isApi = JSON.stringify(Value).includes('"ApiEndpoint"');
          return { OutputKey, OutputValue: isApi ? "https://api.example" : "https://other.example" };
        }),
      },
    ],
  });
  expect((await findDeployedApi("prod", "a-token")).baseUrl).toBe("https://api.example");
});

it("doctor knows the fields that every metric filter of the stack requires", () => {
  for (const [id, { Properties }] of synthesized().some("AWS::Logs::MetricFilter")) {
    const fields = matchingFields(Properties.FilterPattern);
    // Our own lines have a code, the platform's a type, and the gateway's a status.
    const named = fields?.get("message") ?? fields?.get("type") ?? fields?.get("status");
    expect([id, String(named)]).toEqual([id, expect.stringMatching(/^[a-z_.]+$|^429$/)]);
  }
});

it("doctor's command subscribes with the stack's filter of the mails about cleared alarms", async () => {
  const stage = new DescribedStage();
  const sns = mockClient(SNSClient);
  onTestFinished(() => {
    stage.restore();
    sns.restore();
  });
  stage.describe({ resources: { "AWS::SNS::Topic": [`${TOPIC}-cleared`] } });
  const pending = { SubscriptionArn: "PendingConfirmation", Protocol: "email", Endpoint: "ops0@site.example" };
  sns.on(ListSubscriptionsByTopicCommand).resolves({ Subscriptions: [pending] });
  const { remedy } = await stage.runCheck("alarm-mail");
  const [, attributes = ""] = /--attributes '(.+)' sends/.exec(remedy ?? "") ?? [];
  const { FilterPolicyScope, FilterPolicy } = JSON.parse(attributes);
  const deployed = synthesized("prod", { alarmEmail: "ops0@site.example" })
    .some("AWS::SNS::Subscription")
    .map(([, { Properties }]) => [Properties.FilterPolicyScope, Properties.FilterPolicy]);
  expect(deployed).toContainEqual([FilterPolicyScope, JSON.parse(FilterPolicy)]);
});
