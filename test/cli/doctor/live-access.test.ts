import { GetSecretValueCommand, SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import { describe, expect, it } from "vitest";
import { localAccess, stageAccess } from "../../../lib/cli/doctor/live/live-access.ts";
import { DeployedStage } from "../../../lib/cli/doctor/stage/deployed-stage.ts";
import { stageClients } from "../../../lib/cli/doctor/stage/stage-clients.ts";
import { awsError } from "../../emulators/aws-errors.ts";
import { outputsAt } from "../stub-api.ts";
import { accessDenied } from "./ran.ts";
import { DescribedStage, mockedClient } from "./stage.ts";

const described = new DescribedStage();
const secrets = mockedClient(SecretsManagerClient);

/** The access of a stage whose functions have these variables. */
function accessOf(variables: Readonly<Record<string, string>>) {
  described.describe({ variables });
  return stageAccess(new DeployedStage("prod", stageClients()));
}

describe("a stage's key of Google Books", () => {
  const NAMED = { GOOGLE_BOOKS_SECRET: "magpie/key" };
  const key = (variables: Readonly<Record<string, string>> = NAMED) => accessOf(variables).googleBooks();

  it("is its secret's, for the stage's country", async () => {
    secrets.on(GetSecretValueCommand, { SecretId: "magpie/key" }).resolves({ SecretString: " a-key\n" });
    expect(await key()).toEqual({ apiKey: "a-key", country: "JP" });
    expect(await key({ ...NAMED, GOOGLE_BOOKS_COUNTRY: "DE" })).toEqual({ apiKey: "a-key", country: "DE" });
  });

  it("is none where the stage names no secret, or the secret is empty or missing", async () => {
    expect(await key({})).toBeUndefined();
    for (const SecretString of [undefined, "", " \n"]) {
      secrets.on(GetSecretValueCommand).resolves(SecretString === undefined ? {} : { SecretString });
      expect(await key()).toBeUndefined();
    }
    secrets.on(GetSecretValueCommand).rejects(awsError("ResourceNotFoundException", 400));
    expect(await key()).toBeUndefined();
  });

  it("is unknown without the permission", async () => {
    const denied = accessDenied("secretsmanager:GetSecretValue");
    secrets.on(GetSecretValueCommand).rejects(denied);
    await expect(key()).rejects.toBe(denied);
  });
});

describe("pages of Mercari", () => {
  it("are got as the stage gets them", async () => {
    expect(await accessOf({ PAGE_SOURCE: "http" }).mercari()).toEqual({ source: "http" });
    expect(await accessOf({ PAGE_SOURCE: "rendered", RENDERER_FUNCTION: "prod-renderer" }).mercari()).toMatchObject({
      source: "rendered",
      functionName: "prod-renderer",
    });
  });

  it("are got as the local system gets them, by its renderer and credentials", async () => {
    expect(await localAccess(undefined, {}).mercari()).toEqual({ source: "http" });
    const rendered = { MAGPIE_MERCARI_PAGE_SOURCE: "rendered" };
    await expect(localAccess(undefined, rendered).mercari()).rejects.toThrow("start it with npm start");
    const pages = await localAccess({ outputs: outputsAt("http://127.0.0.1:9999"), token: "t" }, rendered).mercari();
    if (pages.source !== "rendered") throw new Error("no renderer");
    expect(pages.functionName).toBe("local-mercari-renderer");
    const { config } = pages.client as import("@aws-sdk/client-lambda").LambdaClient;
    expect(await config.region()).toBe("local");
    expect(await config.credentials()).toMatchObject({ accessKeyId: "LOCAL", secretAccessKey: "s" });
    expect(await config.endpoint?.()).toMatchObject({ hostname: "127.0.0.1", port: 9_999, path: "/aws" });
    // An invocation that is repeated would be a second request to Mercari.
    expect(await config.maxAttempts()).toBe(1);
  });
});

it("the local key of Google Books is the runner's own variable", async () => {
  expect(await localAccess(undefined, { GOOGLE_BOOKS_API_KEY: "k" }).googleBooks()).toEqual({
    apiKey: "k",
    country: "JP",
  });
  for (const env of [{}, { GOOGLE_BOOKS_API_KEY: "" }]) {
    expect(await localAccess(undefined, env).googleBooks()).toBeUndefined();
  }
});
