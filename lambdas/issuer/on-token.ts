import type { PreTokenGenerationV2TriggerEvent } from "aws-lambda";

export const environment = {};

/** The mail address of the user that `magpie smoke` makes for its minute. It can receive nothing (RFC 2606). */
const TEST_USER = "magpie-smoke@example.com";

/**
 * The scope of every token that Cognito gives for a password, unless a function removes it. With it a token's holder changes
 * the account at Cognito itself: its attributes, its second factor, its deletion.
 */
const ACCOUNT_SCOPE = "aws.cognito.signin.user.admin";

/**
 * The Lambda handler that Cognito invokes before it gives tokens, also for a refresh token. It takes the account's scope from
 * access tokens. Without its answer Cognito gives no token.
 *
 * A token for a password has no other scope, so that no route accepts it. Only the test user gets `magpie/full` for one: a
 * program signs it in, by the credentials of the account.
 */
export async function handler(event: PreTokenGenerationV2TriggerEvent): Promise<PreTokenGenerationV2TriggerEvent> {
  const isTestUser = event.request.userAttributes.email === TEST_USER;
  const accessTokenGeneration = {
    scopesToSuppress: [ACCOUNT_SCOPE],
    ...(isTestUser && { scopesToAdd: ["magpie/full"] }),
  };
  return { ...event, response: { claimsAndScopeOverrideDetails: { accessTokenGeneration } } };
}
