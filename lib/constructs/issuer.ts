import type { RemovalPolicy } from "aws-cdk-lib";
import { Aws, CfnOutput, Duration } from "aws-cdk-lib";
import { CfnUserPoolGroup, Mfa, UserPool, UserPoolClient } from "aws-cdk-lib/aws-cognito";
import { Construct } from "constructs";
import { acknowledge } from "./acknowledge.ts";

/** The issuer of the tokens: the stack's own user pool, with a group `admin`. Users can't sign themselves up. */
export class Issuer extends Construct {
  readonly url: string;
  readonly audience: string[];
  /** Cognito's own. */
  readonly groupsClaim = "cognito:groups";

  constructor(scope: Construct, id: string, props: { stage: string; removalPolicy: RemovalPolicy; keepData: boolean }) {
    super(scope, id);
    const pool = new UserPool(this, "Users", {
      userPoolName: `${props.stage}-magpie`,
      selfSignUpEnabled: false,
      signInAliases: { email: true },
      mfa: Mfa.OPTIONAL,
      mfaSecondFactor: { otp: true, sms: false },
      passwordPolicy: {
        minLength: 12,
        requireDigits: true,
        requireLowercase: true,
        requireSymbols: true,
        requireUppercase: true,
      },
      removalPolicy: props.removalPolicy,
      deletionProtection: props.keepData,
    });
    acknowledge(pool, {
      "AwsSolutions-COG2":
        "A second factor is offered to everybody; forcing it would shut out share extensions and scripts of one-person set-ups.",
      "AwsSolutions-COG8":
        "The Plus feature plan is billed for every active user; people are invited by the owner, who can switch it on.",
    });
    new CfnUserPoolGroup(this, "Admins", { userPoolId: pool.userPoolId, groupName: "admin" });
    const client = new UserPoolClient(this, "Client", {
      userPool: pool,
      userPoolClientName: `${props.stage}-magpie`,
      authFlows: { userSrp: true, userPassword: true },
      disableOAuth: true,
      accessTokenValidity: Duration.hours(1),
      refreshTokenValidity: Duration.days(30),
      preventUserExistenceErrors: true,
    });
    this.url = `https://cognito-idp.${Aws.REGION}.amazonaws.com/${pool.userPoolId}`;
    this.audience = [client.userPoolClientId];
    new CfnOutput(this, "UserPoolId", { value: pool.userPoolId }).overrideLogicalId("UserPoolId");
    new CfnOutput(this, "UserPoolClientId", { value: client.userPoolClientId }).overrideLogicalId("UserPoolClientId");
  }
}
