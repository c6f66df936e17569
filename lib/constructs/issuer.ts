import { Aws, CfnOutput, Duration, Fn } from "aws-cdk-lib";
import {
  CfnManagedLoginBranding,
  CfnUserPoolGroup,
  ClientAttributes,
  FeaturePlan,
  LambdaVersion,
  ManagedLoginVersion,
  Mfa,
  OAuthScope,
  UserPool,
  UserPoolClient,
  UserPoolClientIdentityProvider,
  UserPoolOperation,
} from "aws-cdk-lib/aws-cognito";
import { Construct } from "constructs";
import type { environment } from "../../lambdas/issuer/on-token.ts";
import { acknowledge } from "./acknowledge.ts";
import type { ConsoleSignIn } from "./console-sign-in.ts";
import { SIGNED_IN_PATH, SIGNED_OUT_PATH } from "./console-sign-in.ts";
import { LambdaFunction } from "./lambda-function.ts";
import type { StageContext } from "./stage-context.ts";

/** Properties of the stack's own issuer. */
export interface IssuerProps {
  readonly platform: StageContext;
  /** The site's public address, without a slash at the end; the console is below it. */
  readonly siteUrl: string;
}

/**
 * What a token's holder may change of the person at Cognito: an attribute that nothing reads. An empty list would mean every
 * attribute, the mail address with which the person signs in among them.
 */
const WRITABLE = new ClientAttributes().withStandardAttributes({ locale: true });

/**
 * The issuer of the tokens: the stack's own user pool, with a group `admin`. Users can't sign themselves up. The command line
 * and scripts have one client; the console has its own, which signs in by Cognito's page
 * (docs/decisions/0025-signing-in.md).
 */
export class Issuer extends Construct {
  readonly url: string;
  readonly audience: string[];
  /** Cognito's own. */
  readonly groupsClaim = "cognito:groups";
  readonly consoleSignIn: ConsoleSignIn;

  constructor(scope: Construct, id: string, { platform, siteUrl }: IssuerProps) {
    super(scope, id);
    const { stage, removalPolicy } = platform;
    const pool = new UserPool(this, "Users", {
      userPoolName: `${stage}-magpie`,
      selfSignUpEnabled: false,
      signInAliases: { email: true },
      // A new mail address counts when its owner has confirmed it.
      keepOriginal: { email: true },
      // Nobody could set one up: Cognito's page offers it only where it is required, and tokens have no scope for it.
      mfa: Mfa.OFF,
      // The default of new pools, and the least with the newer sign-in page; older pools may have another.
      featurePlan: FeaturePlan.ESSENTIALS,
      passwordPolicy: {
        minLength: 12,
        requireDigits: true,
        requireLowercase: true,
        requireSymbols: true,
        requireUppercase: true,
      },
      removalPolicy,
      deletionProtection: platform.settings.keepData,
    });
    acknowledge(pool, {
      "AwsSolutions-COG2":
        "A required second factor would end the command line's sign-in by a password; an issuer of the owner's may ask for one.",
      "AwsSolutions-COG8":
        "The Plus feature plan is billed for every active user; people are invited by the owner, who can switch it on.",
    });
    const { function: onToken } = new LambdaFunction<typeof environment>(this, "OnToken", {
      platform,
      bundle: "issuer-on-token",
      environment: {},
      grants: [],
      // Cognito waits for five seconds.
      timeout: Duration.seconds(5),
      memory: 256,
      // Nobody gets a token without it, and Cognito tells the person who signs in.
      failureIsShown: true,
    });
    pool.addTrigger(UserPoolOperation.PRE_TOKEN_GENERATION_CONFIG, onToken, LambdaVersion.V2_0);
    new CfnUserPoolGroup(this, "Admins", { userPoolId: pool.userPoolId, groupName: "admin" });
    const client = new UserPoolClient(this, "Client", {
      userPool: pool,
      userPoolClientName: `${stage}-magpie`,
      authFlows: { userSrp: true, userPassword: true },
      disableOAuth: true,
      writeAttributes: WRITABLE,
      accessTokenValidity: Duration.hours(1),
      refreshTokenValidity: Duration.days(30),
      preventUserExistenceErrors: true,
    });
    const consoleClient = this.#consoleClient(pool, stage, siteUrl);
    this.url = `https://cognito-idp.${Aws.REGION}.amazonaws.com/${pool.userPoolId}`;
    this.audience = [client.userPoolClientId, consoleClient.userPoolClientId];
    this.consoleSignIn = this.#signIn(pool, consoleClient);
    new CfnOutput(this, "UserPoolId", { value: pool.userPoolId }).overrideLogicalId("UserPoolId");
    new CfnOutput(this, "UserPoolClientId", { value: client.userPoolClientId }).overrideLogicalId("UserPoolClientId");
  }

  /** A client without a secret, which a browser could not keep: only a code with PKCE gives it tokens. */
  #consoleClient(pool: UserPool, stage: string, siteUrl: string): UserPoolClient {
    const client = new UserPoolClient(this, "ConsoleClient", {
      userPool: pool,
      userPoolClientName: `${stage}-magpie-console`,
      // Stated, since the default has Cognito's own kind of refresh, which excludes the rotation below. A password never
      // reaches the console.
      authFlows: { userSrp: true },
      writeAttributes: WRITABLE,
      supportedIdentityProviders: [UserPoolClientIdentityProvider.COGNITO],
      oAuth: {
        flows: { authorizationCodeGrant: true },
        scopes: [OAuthScope.OPENID, OAuthScope.EMAIL],
        callbackUrls: [`${siteUrl}${SIGNED_IN_PATH}`],
        logoutUrls: [`${siteUrl}${SIGNED_OUT_PATH}`],
      },
      accessTokenValidity: Duration.hours(1),
      idTokenValidity: Duration.hours(1),
      refreshTokenValidity: Duration.days(30),
      // A refresh token in a browser is used once (OAuth 2.0 for Browser-Based Applications, 6.3.2). The longest grace that
      // Cognito has: a phone may lose the connection before the answer arrives, and two tabs may renew at once.
      refreshTokenRotationGracePeriod: Duration.seconds(60),
      enableTokenRevocation: true,
      preventUserExistenceErrors: true,
    });
    // Without a style Cognito answers that the login pages are unavailable.
    new CfnManagedLoginBranding(this, "ConsoleLogin", {
      userPoolId: pool.userPoolId,
      clientId: client.userPoolClientId,
      useCognitoProvidedValues: true,
    });
    return client;
  }

  #signIn(pool: UserPool, client: UserPoolClient): ConsoleSignIn {
    const domain = pool.addDomain("Domain", {
      // No other pool of the region may have it, and it may contain neither "aws" nor "cognito", which a stage's name may:
      // the stack's own id, without the account's number.
      cognitoDomain: { domainPrefix: `magpie-${Fn.select(2, Fn.split("/", Aws.STACK_ID))}` },
      managedLoginVersion: ManagedLoginVersion.NEWER_MANAGED_LOGIN,
    });
    const authority = pool.userPoolProviderUrl;
    return {
      config: {
        authority,
        client_id: client.userPoolClientId,
        scope: "openid email",
        groups_claim: this.groupsClaim,
        logout_url: `${domain.baseUrl()}/logout`,
      },
      // With a slash at the end a source covers the paths below it and no other pool of the region.
      connect: [`${authority}/`, domain.baseUrl()],
    };
  }
}
