import type { PreTokenGenerationV2TriggerEvent } from "aws-lambda";

export const environment = {};

/**
 * The scope of every token that Cognito gives for a password, unless a function removes it. With it a token's holder changes
 * the account at Cognito itself: its attributes, its second factor, its deletion.
 */
const ACCOUNT_SCOPE = "aws.cognito.signin.user.admin";

/**
 * The Lambda handler that Cognito invokes before it gives tokens, also for a refresh token. It takes the account's scope from
 * access tokens. Without its answer Cognito gives no token.
 */
export const handler = async (event: PreTokenGenerationV2TriggerEvent): Promise<PreTokenGenerationV2TriggerEvent> => ({
  ...event,
  response: { claimsAndScopeOverrideDetails: { accessTokenGeneration: { scopesToSuppress: [ACCOUNT_SCOPE] } } },
});
