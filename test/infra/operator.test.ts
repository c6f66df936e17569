import { ListSubscriptionsByTopicCommand, SNSClient } from "@aws-sdk/client-sns";
import { expect, it } from "vitest";
import { matchingFields } from "../../lib/cli/doctor/stage/matching-fields.ts";
import { findDeployedApi } from "../../lib/cli/find-deployed-api.ts";
import { DescribedStage, mockedClient, TOPIC } from "../cli/doctor/stage.ts";
import { synthesized } from "./synthesized.ts";

const stage = new DescribedStage();
const sns = mockedClient(SNSClient);

it("the operator's commands find the API by the name of its output", async () => {
  const { Outputs } = synthesized("prod").assembly.getStackArtifact("magpie-prod").template as {
    readonly Outputs: Readonly<Record<string, { readonly Value: unknown }>>;
  };
  const isApi = (value: unknown) => JSON.stringify(value).includes('"ApiEndpoint"');
  const outputs = Object.entries(Outputs).map(([key, { Value }]) => {
    return [key, isApi(Value) ? "https://api.example" : "https://other.example"] as const;
  });
  stage.describe({ outputs: Object.fromEntries(outputs) });
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
