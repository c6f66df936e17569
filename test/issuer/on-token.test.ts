import type { PreTokenGenerationV2TriggerEvent } from "aws-lambda";
import { expect, it } from "vitest";
import { handler } from "../../lambdas/issuer/on-token.ts";
import { TEST_USER } from "../../lib/cli/smoke/test-user.ts";

/** An event as Cognito's Developer Guide has it ("Pre token generation Lambda trigger", version 2). */
const event: PreTokenGenerationV2TriggerEvent = {
  version: "2",
  triggerSource: "TokenGeneration_Authentication",
  region: "eu-central-1",
  userPoolId: "eu-central-1_EXAMPLE",
  userName: "olga",
  callerContext: { awsSdkVersion: "aws-sdk-unknown-unknown", clientId: "1example23456789" },
  request: {
    userAttributes: { sub: "5a1f", email: "olga@alice.example", "cognito:user_status": "CONFIRMED" },
    groupConfiguration: { groupsToOverride: ["admin"], iamRolesToOverride: [] },
    scopes: ["aws.cognito.signin.user.admin", "openid", "email"],
  },
  response: { claimsAndScopeOverrideDetails: {} },
};

it("lets the test user of the smoke test do everything, and nobody else who signs in by a password", async () => {
  const request = { ...event.request, userAttributes: { ...event.request.userAttributes, email: TEST_USER } };
  const { response } = await handler({ ...event, request });
  expect(response.claimsAndScopeOverrideDetails?.accessTokenGeneration).toEqual({
    scopesToSuppress: ["aws.cognito.signin.user.admin"],
    scopesToAdd: ["magpie/full"],
  });
});

it("takes the scope of the account from a token, and nothing else", async () => {
  expect(await handler(event)).toEqual({
    ...event,
    response: {
      claimsAndScopeOverrideDetails: { accessTokenGeneration: { scopesToSuppress: ["aws.cognito.signin.user.admin"] } },
    },
  });
});
