import {
  AdminCreateUserCommand,
  AdminDeleteUserCommand,
  AdminInitiateAuthCommand,
  CognitoIdentityProviderClient,
} from "@aws-sdk/client-cognito-identity-provider";
import { UnsecuredJWT } from "jose";
import { beforeEach, describe, expect, it } from "vitest";
import { localUnderSmoke } from "../../../lib/cli/smoke/local-side.ts";
import { stageUnderSmoke } from "../../../lib/cli/smoke/stage-side.ts";
import { awsError } from "../../emulators/aws-errors.ts";
import { folderOfTest } from "../../local/temporary-folders.ts";
import { DescribedStage, mockedClient } from "../doctor/stage.ts";
import { writeOutputs } from "../stub-api.ts";

describe("the local system", () => {
  const API = "http://127.0.0.1:8787";
  const system = (site_url: string, token?: string) => {
    const folder = folderOfTest();
    writeOutputs(folder, { api_url: API, site_url });
    return localUnderSmoke(folder, token, async (sub) => `of ${sub}`);
  };

  it("serves a site whose name leads elsewhere by its API's server", () => {
    expect(system("https://alice.example")).toMatchObject({ siteUrl: "https://alice.example", siteServer: API });
    expect(system(API)).not.toHaveProperty("siteServer");
  });

  it("has the queues of the stage local, with the operator's own key", async () => {
    const { sqs, stage, called } = system(API);
    expect({ stage, called }).toEqual({ stage: "local", called: "npm run -s magpie --" });
    expect(await sqs.config.credentials()).toMatchObject({ accessKeyId: "LOCAL", secretAccessKey: "s" });
    expect(await sqs.config.endpoint?.()).toMatchObject({ hostname: "127.0.0.1", port: 8_787, path: "/aws" });
  });

  it("is used by a user of the run's own, unless there is a token", async () => {
    expect(await system(API).signIn()).toMatchObject({
      api: { baseUrl: API, token: "of magpie-smoke" },
      sub: "magpie-smoke",
    });
    expect(await system(API, "of-ada").signIn()).toMatchObject({ api: { token: "of-ada" }, sub: undefined });
  });
});

describe("a stage", () => {
  const stage = new DescribedStage();
  const cognito = mockedClient(CognitoIdentityProviderClient);
  const smoked = (token?: string) => stageUnderSmoke("prod", token);
  const OUTPUTS = {
    ApiUrl: "https://api.example",
    SiteUrl: "https://site.example",
    UserPoolId: "pool",
    UserPoolClientId: "client",
  };
  const deleted = () => cognito.commandCalls(AdminDeleteUserCommand).map(({ args }) => args[0].input);
  const TOKEN = new UnsecuredJWT({}).setSubject("u-1").encode();
  const USER = { UserPoolId: "pool", Username: "magpie-smoke@example.com" };

  beforeEach(() => {
    stage.describe({ outputs: OUTPUTS });
    cognito
      .resolves({})
      .on(AdminInitiateAuthCommand)
      .resolves({ AuthenticationResult: { AccessToken: TOKEN } });
  });

  it("is used by a user who is made for it, and deleted afterwards", async () => {
    const system = await smoked();
    expect(system).toMatchObject({
      siteUrl: "https://site.example",
      stage: "prod",
      called: "npm run -s magpie -- --stage prod",
    });
    const { api, sub, remove } = await system.signIn();
    expect({ sub, token: api.token, baseUrl: api.baseUrl }).toEqual({
      sub: "u-1",
      token: TOKEN,
      baseUrl: "https://api.example",
    });
    const [made, password, group, signIn] = cognito.calls().map(({ args }) => args[0].input as Record<string, unknown>);
    expect(made).toMatchObject({ ...USER, MessageAction: "SUPPRESS" });
    const eachKind = expect.stringMatching(/^(?=.*[a-z])(?=.*[A-Z])(?=.*\d)(?=.*[!-/]).{12,}$/);
    expect(password).toEqual({ ...USER, Password: eachKind, Permanent: true });
    expect(group).toEqual({ ...USER, GroupName: "admin" });
    expect(signIn).toEqual({
      UserPoolId: "pool",
      ClientId: "client",
      AuthFlow: "ADMIN_USER_PASSWORD_AUTH",
      AuthParameters: { USERNAME: USER.Username, PASSWORD: password?.Password },
    });
    expect(deleted()).toEqual([]);
    await remove();
    expect(deleted()).toEqual([USER]);
    cognito.on(AdminDeleteUserCommand).rejects(awsError("UserNotFoundException", 400));
    await remove();
    cognito.on(AdminDeleteUserCommand).rejects(awsError("InternalErrorException", 500));
    await expect(remove()).rejects.toThrow("InternalErrorException");
  });

  it("is used by the user that a killed run has left", async () => {
    cognito.on(AdminCreateUserCommand).rejects(awsError("UsernameExistsException", 400));
    expect((await (await smoked()).signIn()).api.token).toBe(TOKEN);
  });

  it.each([
    [
      "asks for more than a password",
      () => cognito.on(AdminInitiateAuthCommand).resolves({ ChallengeName: "EMAIL_OTP" }),
      /EMAIL_OTP/,
    ],
    [
      "refuses",
      () => cognito.on(AdminCreateUserCommand).rejects(awsError("LimitExceededException", 400)),
      /LimitExceeded/,
    ],
  ])("whose pool %s is not used, and keeps no user", async (_, prepare, reason) => {
    prepare();
    cognito.on(AdminDeleteUserCommand).rejects(awsError("InternalErrorException", 500));
    await expect((await smoked()).signIn()).rejects.toThrow(reason);
    expect(deleted()).toEqual([USER]);
  });

  it("is used by the user of MAGPIE_TOKEN, who is not deleted", async () => {
    const { api, sub, remove } = await (await smoked("of-ada")).signIn();
    await remove();
    expect([api.token, sub, cognito.calls()]).toEqual(["of-ada", undefined, []]);
  });

  it("with an issuer of its own needs a token, and without an output is not deployed", async () => {
    const { ApiUrl, SiteUrl } = OUTPUTS;
    stage.describe({ outputs: { ApiUrl, SiteUrl } });
    await expect((await smoked()).signIn()).rejects.toThrow(/issuer of its own. Set MAGPIE_TOKEN/);
    stage.describe({ outputs: { ApiUrl } });
    await expect(smoked()).rejects.toThrow("The stack of stage prod has no output SiteUrl");
  });
});
