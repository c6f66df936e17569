import { DatabaseSync } from "node:sqlite";
import { GetSecretValueCommand, SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import { describe, expect, it } from "vitest";
import type { Credentials } from "../../../lib/local/access/callers.ts";
import { generatedSecrets } from "../../../lib/local/emulators/generated-secrets.ts";
import { secretsService } from "../../../lib/local/emulators/secrets-service.ts";
import { withSecrets } from "../../../lib/local/template/dynamic-references.ts";
import { Template } from "../../../lib/local/template/template.ts";
import { AwsFront } from "./aws-front.ts";

const ORIGINS = { api: "http://127.0.0.1:1", aws: "http://127.0.0.1:2" };

function templateOf(GenerateSecretString: object, Name?: string): Template {
  const Properties = { GenerateSecretString, ...(Name === undefined ? {} : { Name }) };
  return new Template({ Viewer: { Type: "AWS::SecretsManager::Secret", Properties } }, ORIGINS);
}

const LETTERS = { PasswordLength: 48, ExcludePunctuation: true };
const ARN = "arn:aws:secretsmanager:us-east-1:000000000000:secret:Viewer-local1";

describe("a secret that the template has generated", () => {
  it("is generated once and then kept", () => {
    const database = new DatabaseSync(":memory:");
    const made = generatedSecrets(templateOf(LETTERS), database);
    expect([...made]).toEqual([["Viewer", expect.stringMatching(/^[A-Za-z0-9]{48}$/)]]);
    expect(generatedSecrets(templateOf(LETTERS), database)).toEqual(made);
  });

  it("differs in another data folder, and for another secret", () => {
    const database = new DatabaseSync(":memory:");
    const one = generatedSecrets(templateOf(LETTERS), database).get("Viewer");
    expect(generatedSecrets(templateOf(LETTERS), new DatabaseSync(":memory:")).get("Viewer")).not.toBe(one);
    const named = generatedSecrets(templateOf({ ExcludePunctuation: true }, "magpie/named"), database);
    expect([...named]).toEqual([["magpie/named", expect.stringMatching(/^[A-Za-z0-9]{32}$/)]]);
    expect(named.get("magpie/named")).not.toBe(one);
  });

  it.each([{}, { ExcludePunctuation: true, GenerateStringKey: "key" }])(
    "is an error with unsupported options: %j",
    (wish) => {
      expect(() => generatedSecrets(templateOf(wish), new DatabaseSync(":memory:"))).toThrow(/secret Viewer/);
    },
  );
});

describe("GetSecretValue", () => {
  const front = new AwsFront(() => ({ secretsmanager: secretsService(new Map([["Viewer", "s3cret"]])) }));

  it("answers by name and by ARN to roles with the permission", async () => {
    const mayRead = (name: string, resource: string) =>
      front.functionThatMay(name, ["secretsmanager:GetSecretValue"], [resource]);
    const [reader, stranger] = [mayRead("reader", ARN), mayRead("stranger", ARN.replace("Viewer", "Other"))];
    const value = (SecretId: string, credentials?: Credentials) =>
      new SecretsManagerClient(front.client(credentials)).send(new GetSecretValueCommand({ SecretId }));
    for (const id of ["Viewer", ARN]) {
      expect(await value(id, reader)).toMatchObject({ ARN, Name: "Viewer", SecretString: "s3cret" });
      await expect(value(id, stranger)).rejects.toMatchObject({ name: "AccessDeniedException" });
    }
    await expect(value("Nobody")).rejects.toMatchObject({ name: "ResourceNotFoundException" });
  });
});

describe("a dynamic reference", () => {
  const secrets = new Map([
    ["Viewer", "s3cret"],
    ["magpie/named", "other"],
  ]);

  it("is replaced by the secret's value, by ARN and by name, anywhere in a text", () => {
    const text = `a {{resolve:secretsmanager:${ARN}:SecretString:::}} b {{resolve:secretsmanager:magpie/named:SecretString:::}}`;
    expect(withSecrets(text, secrets)).toBe("a s3cret b other");
    expect(withSecrets("nothing to resolve", secrets)).toBe("nothing to resolve");
  });

  it.each(["secretsmanager:Nobody:SecretString:::", "secretsmanager:Viewer:SecretString:key::", "ssm:Viewer"])(
    "%s is an error, never a guess",
    (reference) => {
      expect(() => withSecrets(`{{resolve:${reference}}}`, secrets)).toThrow(reference);
    },
  );
});
