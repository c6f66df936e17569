import { randomBytes } from "node:crypto";
import type { CognitoIdentityProviderClient } from "@aws-sdk/client-cognito-identity-provider";
import {
  AdminAddUserToGroupCommand,
  AdminCreateUserCommand,
  AdminDeleteUserCommand,
  AdminInitiateAuthCommand,
  AdminSetUserPasswordCommand,
} from "@aws-sdk/client-cognito-identity-provider";
import { CliError } from "../cli-error.ts";
import { MARK } from "./marks.ts";

/**
 * The test user's mail address: it can't exist (RFC 2606), and no mail is sent. `lambdas/issuer/on-token.ts` gives tokens
 * of this user all scopes.
 */
export const TEST_USER = `${MARK}@example.com`;

export interface Pool {
  readonly cognito: CognitoIdentityProviderClient;
  readonly UserPoolId: string;
  readonly ClientId: string;
}

/**
 * Creates the test user, a member of the group `admin`, and signs it in with a random password, which is not kept. The user
 * of a killed run is reused, so that its saved items are found.
 *
 * @returns an access token
 */
export async function signInTestUser({ cognito, UserPoolId, ClientId }: Pool): Promise<string> {
  const user = { UserPoolId, Username: TEST_USER };
  try {
    const attributes = { email: TEST_USER, email_verified: "true" };
    await cognito.send(
      new AdminCreateUserCommand({
        ...user,
        MessageAction: "SUPPRESS",
        UserAttributes: Object.entries(attributes).map(([Name, Value]) => ({ Name, Value })),
      }),
    );
  } catch (error) {
    if ((error as Error).name !== "UsernameExistsException") throw error;
  }
  // The pool requires each kind of character.
  const Password = `${randomBytes(24).toString("base64url")}aA1!`;
  await cognito.send(new AdminSetUserPasswordCommand({ ...user, Password, Permanent: true }));
  await cognito.send(new AdminAddUserToGroupCommand({ ...user, GroupName: "admin" }));
  const { AuthenticationResult, ChallengeName } = await cognito.send(
    new AdminInitiateAuthCommand({
      UserPoolId,
      ClientId,
      AuthFlow: "ADMIN_USER_PASSWORD_AUTH",
      AuthParameters: { USERNAME: TEST_USER, PASSWORD: Password },
    }),
  );
  const token = AuthenticationResult?.AccessToken;
  if (token !== undefined) return token;
  throw new CliError(
    `The pool asks for more than a password (${ChallengeName}). Set MAGPIE_TOKEN to an administrator's token.`,
  );
}

export async function deleteTestUser({ cognito, UserPoolId }: Pool): Promise<void> {
  try {
    await cognito.send(new AdminDeleteUserCommand({ UserPoolId, Username: TEST_USER }));
  } catch (error) {
    // It was not created, or a concurrent run has deleted it.
    if ((error as Error).name !== "UserNotFoundException") throw error;
  }
}
