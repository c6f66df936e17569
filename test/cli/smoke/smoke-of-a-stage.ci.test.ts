import { CloudFormationClient, DescribeStacksCommand } from "@aws-sdk/client-cloudformation";
import {
  AdminAddUserToGroupCommand,
  AdminCreateUserCommand,
  AdminDeleteUserCommand,
  AdminInitiateAuthCommand,
  AdminSetUserPasswordCommand,
  CognitoIdentityProviderClient,
} from "@aws-sdk/client-cognito-identity-provider";
import { mockClient } from "aws-sdk-client-mock";
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { awsError } from "../../emulators/aws-errors.ts";
import { MARK, NOTHING, SmokeWorld } from "./smoke-world.ts";

const cloudFormation = mockClient(CloudFormationClient);
const cognito = mockClient(CognitoIdentityProviderClient);

/** The local system, which a stack of this name describes as a stage. */
const STAGE = "local";

let world: SmokeWorld;
let outputs: Record<string, string>;
beforeAll(async () => {
  world = await SmokeWorld.start();
});
beforeEach(async () => {
  const { api_url, site_url, sqs_endpoint, region, credentials } = world.system.outputs;
  const variables = {
    AWS_REGION: region,
    AWS_ACCESS_KEY_ID: credentials.access_key_id,
    AWS_SECRET_ACCESS_KEY: credentials.secret_access_key,
    AWS_ENDPOINT_URL_SQS: sqs_endpoint,
  };
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
  outputs = { ApiUrl: api_url, SiteUrl: site_url, UserPoolId: "pool", UserPoolClientId: "client" };
  for (const client of [cloudFormation, cognito]) client.reset();
  cloudFormation.on(DescribeStacksCommand, { StackName: `magpie-${STAGE}` }).callsFake(() => ({
    Stacks: [{ Outputs: Object.entries(outputs).map(([OutputKey, OutputValue]) => ({ OutputKey, OutputValue })) }],
  }));
  cognito.resolves({});
  cognito
    .on(AdminInitiateAuthCommand, { ClientId: "client", AuthFlow: "ADMIN_USER_PASSWORD_AUTH" })
    .resolves({ AuthenticationResult: { AccessToken: await world.system.token(MARK, ["admin"]) } });
});
afterAll(async () => {
  vi.unstubAllEnvs();
  for (const client of [cloudFormation, cognito]) client.restore();
  await world.close();
});

const run = (token?: string) => world.smoke({ args: ["--stage", STAGE], ...(token === undefined ? {} : { token }) });
const sent = () => cognito.calls().map(({ args: [command] }) => command.constructor.name);

it("makes a test user who is an administrator, signs in by a password, and deletes the user at the end", async () => {
  const { code, failed } = await run();
  expect([failed, code]).toEqual([[], 0]);
  expect(sent()).toEqual([
    ...[
      "AdminCreateUserCommand",
      "AdminSetUserPasswordCommand",
      "AdminAddUserToGroupCommand",
      "AdminInitiateAuthCommand",
    ],
    "AdminDeleteUserCommand",
  ]);
  const Username = `${MARK}@example.com`;
  const [made] = cognito.commandCalls(AdminCreateUserCommand);
  expect(made?.args[0].input).toMatchObject({ UserPoolId: "pool", Username, MessageAction: "SUPPRESS" });
  const [password] = cognito.commandCalls(AdminSetUserPasswordCommand);
  expect(password?.args[0].input).toMatchObject({ Username, Permanent: true });
  expect(password?.args[0].input.Password).toMatch(/^(?=.*[a-z])(?=.*[A-Z])(?=.*\d)(?=.*[!-/]).{12,}$/);
  const [added] = cognito.commandCalls(AdminAddUserToGroupCommand);
  expect(added?.args[0].input).toMatchObject({ Username, GroupName: "admin" });
  const [deleted] = cognito.commandCalls(AdminDeleteUserCommand);
  expect(deleted?.args[0].input).toEqual({ UserPoolId: "pool", Username });
  expect(await world.leftovers()).toEqual(NOTHING);
});

it("takes over the user that a killed run has left", async () => {
  cognito.on(AdminCreateUserCommand).rejects(awsError("UsernameExistsException", 400, "User account already exists"));
  await world.client.bookmarks.save({ url: "https://example.com/", tags: [MARK] });
  const { code, step } = await run();
  expect([code, step("leftovers")?.found]).toEqual([0, "1 items of an earlier run were deleted."]);
  expect(sent().at(-1)).toBe("AdminDeleteUserCommand");
});

it("does nothing when it can't sign in, says why, and leaves no user", async () => {
  cognito.on(AdminInitiateAuthCommand).resolves({ ChallengeName: "SOFTWARE_TOKEN_MFA" });
  const { code, steps } = await run();
  expect([code, steps]).toMatchObject([1, [{ name: "sign-in", found: expect.stringContaining("SOFTWARE_TOKEN_MFA") }]]);
  expect(sent().at(-1)).toBe("AdminDeleteUserCommand");
  cognito
    .on(AdminCreateUserCommand)
    .rejects(
      awsError(
        "AccessDeniedException",
        400,
        "User: arn:aws:iam::1:user/a is not authorized to perform: cognito-idp:AdminCreateUser on resource: pool",
      ),
    );
  const denied = await run();
  expect([denied.code, denied.steps]).toMatchObject([
    1,
    [{ name: "sign-in", status: "fail", remedy: expect.stringContaining("cognito-idp:AdminCreateUser") }],
  ]);
});

it("deletes the user even if the items of the run can't be deleted", async () => {
  cognito
    .on(AdminInitiateAuthCommand, { ClientId: "client", AuthFlow: "ADMIN_USER_PASSWORD_AUTH" })
    .resolves({ AuthenticationResult: { AccessToken: await world.system.token(MARK, []) } });
  const { step } = await run();
  expect(step("clean-up")?.status).toBe("fail");
  expect(sent().at(-1)).toBe("AdminDeleteUserCommand");
});

it("uses the user of MAGPIE_TOKEN if there is one, as a stage with its own issuer requires", async () => {
  outputs = { ApiUrl: outputs.ApiUrl ?? "", SiteUrl: outputs.SiteUrl ?? "" };
  expect((await run()).step("sign-in")?.found).toContain("Set MAGPIE_TOKEN");
  const { code, failed } = await run(await world.system.token("operator", ["admin"]));
  expect([failed, code]).toEqual([[], 0]);
  expect(sent()).toEqual([]);
});
