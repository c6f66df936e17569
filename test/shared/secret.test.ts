import {
  GetSecretValueCommand,
  ResourceNotFoundException,
  SecretsManagerClient,
  SecretsManagerServiceException,
} from "@aws-sdk/client-secrets-manager";
import { mockClient } from "aws-sdk-client-mock";
import { beforeEach, describe, expect, it } from "vitest";
import { secretText } from "../../lambdas/shared/secret.ts";
import { capturedLog } from "../emulators/captured-log.ts";

const log = capturedLog();
const secrets = mockClient(SecretsManagerClient);
const client = new SecretsManagerClient({ region: "ap-northeast-1" });
const missing = new ResourceNotFoundException({ message: "There is none.", $metadata: {} });
const away = new SecretsManagerServiceException({
  name: "InternalServiceError",
  message: "Away.",
  $fault: "server",
  $metadata: {},
});

beforeEach(() => {
  secrets.reset();
});

const reads = () => secrets.commandCalls(GetSecretValueCommand).map(({ args }) => args[0].input);

describe("a secret", () => {
  it("is read by its name when it is first needed, and cached without white space, which pasting leaves", async () => {
    secrets.on(GetSecretValueCommand).resolves({ SecretString: " the text\n" });
    const secret = secretText(client, "magpie/a-secret");
    expect(reads()).toEqual([]);
    expect([await secret.read(), await secret.read()]).toEqual(["the text", "the text"]);
    expect(reads()).toEqual([{ SecretId: "magpie/a-secret" }]);
  });

  it("is read again once it was forgotten", async () => {
    secrets.on(GetSecretValueCommand).resolvesOnce({ SecretString: "old" }).resolves({ SecretString: "new" });
    const secret = secretText(client, "a-secret");
    expect(await secret.read()).toBe("old");
    secret.forget();
    expect([await secret.read(), await secret.read()]).toEqual(["new", "new"]);
    expect(reads()).toHaveLength(2);
  });

  it.each([
    ["missing", () => secrets.on(GetSecretValueCommand).rejectsOnce(missing)],
    ["empty", () => secrets.on(GetSecretValueCommand).resolvesOnce({ SecretString: " \n" })],
    ["not a string", () => secrets.on(GetSecretValueCommand).resolvesOnce({ SecretBinary: new Uint8Array([1]) })],
  ])("that is %s is null, and is read again next time", async (_what, answer) => {
    answer().resolves({ SecretString: "put in meanwhile" });
    const secret = secretText(client, "a-secret");
    expect(await secret.read()).toBeNull();
    expect(await secret.read()).toBe("put in meanwhile");
  });

  it.each(["AccessDeniedException", "InvalidRequestException", "DecryptionFailure"])(
    "that an operator has to make readable is null, with a log line (%s)",
    async (name) => {
      const refusal = new SecretsManagerServiceException({ name, message: "No.", $fault: "client", $metadata: {} });
      secrets.on(GetSecretValueCommand).rejectsOnce(refusal).resolves({ SecretString: "the text" });
      const secret = secretText(client, "magpie/a-secret");
      expect(await secret.read()).toBeNull();
      expect(log.lines("secret_not_readable")).toMatchObject([
        { level: "WARN", secret: "magpie/a-secret", error: name, error_message: "No." },
      ]);
      expect(await secret.read()).toBe("the text");
    },
  );

  it("that can't be read is an error, never a missing one, and is read again", async () => {
    secrets.on(GetSecretValueCommand).rejectsOnce(away).resolves({ SecretString: "the text" });
    const secret = secretText(client, "a-secret");
    await expect(secret.read()).rejects.toBe(away);
    expect(await secret.read()).toBe("the text");
  });
});
