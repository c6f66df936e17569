import { Aws, CfnOutput, Duration, Fn } from "aws-cdk-lib";
import type { CfnUserPool } from "aws-cdk-lib/aws-cognito";
import {
  CfnManagedLoginBranding,
  CfnUserPoolGroup,
  ClientAttributes,
  FeaturePlan,
  LambdaVersion,
  ManagedLoginVersion,
  Mfa,
  OAuthScope,
  PasskeyUserVerification,
  ResourceServerScope,
  UserPool,
  UserPoolClient,
  UserPoolClientIdentityProvider,
  UserPoolOperation,
} from "aws-cdk-lib/aws-cognito";
import { Construct } from "constructs";
import type { CommandLineConfig, SignInConfig } from "../../../console/config.ts";
import type { Scope } from "../../../lambdas/shared/http/route.ts";
import type { Settings } from "../../settings.ts";
import { acknowledge } from "../acknowledge.ts";
import { LambdaFunction } from "../lambda-function.ts";
import type { StageContext } from "../stage-context.ts";
import type { ConsoleSignIn } from "./console-sign-in.ts";
import { askedFor, PASSKEY_ADDED_PATH, SIGNED_IN_PATH, SIGNED_OUT_PATH } from "./console-sign-in.ts";
import { EXTENSION_REDIRECTS } from "./extension-addresses.ts";
import { LOOPBACK_REDIRECTS } from "./loopback-redirects.ts";

export interface IssuerProps {
  readonly platform: StageContext;
  /** The site's public address, without a slash at the end; the console is below it. */
  readonly siteUrl: string;
}

/**
 * The attributes that the holder of a token may change at Cognito: one that nothing reads. An empty list would mean every
 * attribute, including the mail address with which the person signs in.
 */
const WRITABLE = new ClientAttributes().withStandardAttributes({ locale: true });

/** The scopes of the API, as Cognito's sign-in page would describe them. */
const SCOPES = {
  read: new ResourceServerScope({ scopeName: "read", scopeDescription: "See everything that you see" }),
  save: new ResourceServerScope({ scopeName: "save", scopeDescription: "See, save and change bookmarks and slides" }),
  full: new ResourceServerScope({ scopeName: "full", scopeDescription: "Do everything that you may" }),
} satisfies Record<Scope, ResourceServerScope>;

/**
 * The prefix of the pool's domain. It must be unique in the region, and may contain neither "aws" nor "cognito", which a
 * stage's name may contain: so it has the last twelve digits of the stack's own id. The whole id would make the domain longer
 * than the 63 characters of a relying party (CloudFormation's schema of a user pool).
 */
const domainPrefix = () => `magpie-${Fn.select(4, Fn.split("-", Fn.select(2, Fn.split("/", Aws.STACK_ID))))}`;

/** The common properties of people's clients. None has a secret: neither a browser nor a command line could keep it. */
const OF_A_PERSON = {
  writeAttributes: WRITABLE,
  supportedIdentityProviders: [UserPoolClientIdentityProvider.COGNITO],
  accessTokenValidity: Duration.hours(1),
  idTokenValidity: Duration.hours(1),
  refreshTokenValidity: Duration.days(30),
  // A refresh token is used once (OAuth 2.0 for Browser-Based Applications, 6.3.2). Cognito's longest grace period: a phone
  // may lose the connection before the answer arrives, and two tabs or commands may renew at the same time.
  refreshTokenRotationGracePeriod: Duration.seconds(60),
  enableTokenRevocation: true,
  preventUserExistenceErrors: true,
};

/**
 * The issuer of the tokens: the stack's own user pool, with a group `admin`. Users can't sign themselves up. The command
 * line, the console and the extension each have a client. People sign in on Cognito's page, and get tokens for a code with
 * PKCE (docs/decisions/0025-signing-in.md).
 */
export class Issuer extends Construct {
  readonly url: string;
  readonly audience: string[];
  /** Cognito's own. */
  readonly groupsClaim = "cognito:groups";
  readonly scopes = { read: "magpie/read", save: "magpie/save", full: "magpie/full" };
  readonly consoleSignIn: ConsoleSignIn;
  readonly commandLine: CommandLineConfig;
  readonly extension: SignInConfig;

  constructor(scope: Construct, id: string, { platform, siteUrl }: IssuerProps) {
    super(scope, id);
    const { stage, removalPolicy } = platform;
    const pool = new UserPool(this, "Users", {
      userPoolName: `${stage}-magpie`,
      selfSignUpEnabled: false,
      signInAliases: { email: true },
      // Cognito's default tells Alice@ and alice@ apart, and a pool keeps its choice for ever.
      signInCaseSensitive: false,
      // A new mail address takes effect when its owner has confirmed it.
      keepOriginal: { email: true },
      // Users could not set it up: Cognito's page offers it only where it is required, and tokens have no scope for it.
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
      signInPolicy: { allowedFirstAuthFactors: { password: true, passkey: true } },
      // Browsers offer a passkey to this host only: that of Cognito's page. With another host each person would add a new one.
      passkeyRelyingPartyId: `${domainPrefix()}.auth.${Aws.REGION}.amazoncognito.com`,
      // It stands alone, without a password: so the device asks for a fingerprint, a face or a PIN.
      passkeyUserVerification: PasskeyUserVerification.REQUIRED,
      removalPolicy,
      deletionProtection: platform.settings.keepData,
    });
    mailBySes(pool, platform.settings.mail);
    acknowledge(pool, {
      "AwsSolutions-COG2": "A second factor can't be set up by a token here; an issuer of the owner's may ask for one.",
      "AwsSolutions-COG8":
        "The Plus feature plan is billed for every active user; people are invited by the owner, who can switch it on.",
    });
    const { function: onToken } = new LambdaFunction(this, "OnToken", {
      platform,
      bundle: "issuer-on-token",
      uses: {},
      // Cognito's limit is five seconds.
      timeout: Duration.seconds(5),
      memory: 256,
      // Without it nobody gets a token, and Cognito shows the failure to the person who signs in.
      kind: "requests",
    });
    pool.addTrigger(UserPoolOperation.PRE_TOKEN_GENERATION_CONFIG, onToken, LambdaVersion.V2_0);
    new CfnUserPoolGroup(this, "Admins", { userPoolId: pool.userPoolId, groupName: "admin" });
    const scopes = pool.addResourceServer("Scopes", { identifier: "magpie", scopes: Object.values(SCOPES) });
    const granted = (scope: Scope) => OAuthScope.resourceServer(scopes, SCOPES[scope]);
    const client = new UserPoolClient(this, "Client", {
      ...OF_A_PERSON,
      userPool: pool,
      userPoolClientName: `${stage}-magpie`,
      // The account's operator signs in with a password, for the test user of `magpie smoke`; other people never do.
      authFlows: { user: true, adminUserPassword: true },
      oAuth: {
        flows: { authorizationCodeGrant: true },
        scopes: [OAuthScope.OPENID, granted("read"), granted("save"), granted("full")],
        callbackUrls: LOOPBACK_REDIRECTS,
      },
    });
    const consoleClient = new UserPoolClient(this, "ConsoleClient", {
      ...OF_A_PERSON,
      userPool: pool,
      userPoolClientName: `${stage}-magpie-console`,
      // Explicit, since the default allows Cognito's own kind of refresh, which excludes the rotation. A password never
      // reaches the console.
      authFlows: { user: true, userSrp: true },
      oAuth: {
        flows: { authorizationCodeGrant: true },
        scopes: [OAuthScope.OPENID, OAuthScope.EMAIL, granted("full")],
        callbackUrls: [`${siteUrl}${SIGNED_IN_PATH}`, `${siteUrl}${PASSKEY_ADDED_PATH}`],
        logoutUrls: [`${siteUrl}${SIGNED_OUT_PATH}`],
      },
    });
    const extensionClient = new UserPoolClient(this, "ExtensionClient", {
      ...OF_A_PERSON,
      userPool: pool,
      userPoolClientName: `${stage}-magpie-extension`,
      // Like the console's.
      authFlows: { user: true, userSrp: true },
      oAuth: {
        flows: { authorizationCodeGrant: true },
        scopes: [OAuthScope.OPENID, OAuthScope.EMAIL, granted("save")],
        callbackUrls: EXTENSION_REDIRECTS,
        logoutUrls: EXTENSION_REDIRECTS,
      },
    });
    this.#showSignInPage(pool, { ClientLogin: client, ConsoleLogin: consoleClient, ExtensionLogin: extensionClient });
    this.url = `https://cognito-idp.${Aws.REGION}.amazonaws.com/${pool.userPoolId}`;
    this.audience = [client, consoleClient, extensionClient].map(({ userPoolClientId }) => userPoolClientId);
    this.consoleSignIn = this.#signIn(pool, consoleClient);
    this.extension = {
      ...this.consoleSignIn.config,
      client_id: extensionClient.userPoolClientId,
      scope: `openid email ${this.scopes.save}`,
    };
    this.commandLine = {
      authority: pool.userPoolProviderUrl,
      client_id: client.userPoolClientId,
      scopes: askedFor("openid", this.scopes),
    };
    new CfnOutput(this, "UserPoolId", { value: pool.userPoolId }).overrideLogicalId("UserPoolId");
    new CfnOutput(this, "UserPoolClientId", { value: client.userPoolClientId }).overrideLogicalId("UserPoolClientId");
  }

  /** Without a style, Cognito answers that the sign-in pages are unavailable. */
  #showSignInPage(pool: UserPool, clients: Readonly<Record<string, UserPoolClient>>): void {
    for (const [id, { userPoolClientId: clientId }] of Object.entries(clients)) {
      const { userPoolId } = pool;
      new CfnManagedLoginBranding(this, id, { userPoolId, clientId, useCognitoProvidedValues: true });
    }
  }

  #signIn(pool: UserPool, client: UserPoolClient): ConsoleSignIn {
    const domain = pool.addDomain("Domain", {
      cognitoDomain: { domainPrefix: domainPrefix() },
      managedLoginVersion: ManagedLoginVersion.NEWER_MANAGED_LOGIN,
    });
    const authority = pool.userPoolProviderUrl;
    return {
      config: {
        authority,
        client_id: client.userPoolClientId,
        scope: `openid email ${this.scopes.full}`,
        groups_claim: this.groupsClaim,
        logout_url: `${domain.baseUrl()}/logout`,
        passkeys_url: `${domain.baseUrl()}/passkeys/add`,
      },
      // A source that ends with a slash covers the paths below it, and no other pool of the region.
      connect: [`${authority}/`, domain.baseUrl()],
    };
  }
}

/**
 * Has SES send the pool's invitations and codes where the settings name the sender's identity, else Cognito's mailer does.
 * The construct's own property takes no parent domain. Cognito makes itself the role by which it sends.
 */
function mailBySes(pool: UserPool, { from, identity }: Settings["mail"]): void {
  if (from === undefined || identity === undefined) return;
  const sourceArn = `arn:${Aws.PARTITION}:ses:${Aws.REGION}:${Aws.ACCOUNT_ID}:identity/${identity}`;
  (pool.node.defaultChild as CfnUserPool).emailConfiguration = { emailSendingAccount: "DEVELOPER", from, sourceArn };
}
