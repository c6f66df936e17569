import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { Callers } from "../../../lib/local/access/callers.ts";
import { AwsEndpoint } from "../../../lib/local/emulators/aws-endpoint.ts";
import { CustomResources } from "../../../lib/local/functions/custom-resources.ts";
import { arn } from "../../../lib/local/template/identities.ts";
import { Template } from "../../../lib/local/template/template.ts";
import { folderOfFile } from "../temporary-folders.ts";
import { moduleFunction } from "./module-function.ts";

const folder = folderOfFile();
const REQUESTS = join(folder, "requests.json");

/** Writes down its request, and answers as the resource's property says. */
const SOURCE = `import { appendFileSync } from "node:fs";
export const handler = async (event) => {
  appendFileSync(${JSON.stringify(REQUESTS)}, JSON.stringify(event) + "\\n");
  const { Answer } = event.ResourceProperties;
  if (Answer === "none") throw new Error("crashed");
  const { StackId, RequestId, LogicalResourceId } = event;
  const answer = { Status: Answer, Reason: "too late", PhysicalResourceId: "p", StackId, RequestId, LogicalResourceId };
  await fetch(event.ResponseURL, { method: "PUT", body: Buffer.from(JSON.stringify(answer)) });
};`;

let endpoint: AwsEndpoint;
let deployer: ReturnType<typeof moduleFunction>;
let database: DatabaseSync;

beforeAll(async () => {
  endpoint = await AwsEndpoint.listen(new Callers());
  deployer = moduleFunction("deployer", SOURCE, folder);
});
afterAll(async () => {
  await deployer.close();
  await endpoint.close();
});
beforeEach(() => {
  writeFileSync(REQUESTS, "");
  database = new DatabaseSync(":memory:");
});
afterEach(() => database.close());

/** The custom resources of a start of the runner whose template has one with these properties. */
function started(properties: Readonly<Record<string, unknown>>): CustomResources {
  const template = new Template(
    { Files: { Type: "Custom::Files", Properties: { ServiceToken: deployer.definition.arn, ...properties } } },
    { api: "http://127.0.0.1:1", aws: endpoint.origin },
  );
  const functions = new Map([[deployer.definition.arn, deployer]]);
  return new CustomResources({ template, functions, database, presigned: () => endpoint.presigned() });
}

const requests = () =>
  readFileSync(REQUESTS, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));

const props = (Answer: string, Version: string) => ({ Answer, Version });

describe("a custom resource of the template", () => {
  it("is created when something of it is wanted, and once", async () => {
    const resources = started(props("SUCCESS", "1"));
    expect(requests()).toEqual([]);
    await Promise.all([resources.ensureDeployed(), resources.ensureDeployed()]);
    await resources.ensureDeployed();
    expect(requests()).toEqual([
      {
        RequestType: "Create",
        ResourceType: "Custom::Files",
        LogicalResourceId: "Files",
        RequestId: expect.any(String),
        StackId: expect.stringMatching(/^arn:aws:cloudformation:/),
        ResponseURL: expect.stringMatching(new RegExp(`^${endpoint.origin}/presigned/`)),
        ResourceProperties: { ServiceToken: deployer.definition.arn, ...props("SUCCESS", "1") },
      },
    ]);
  });

  it("is left alone by a next start, unless its properties have changed", async () => {
    await started(props("SUCCESS", "1")).ensureDeployed();
    await started(props("SUCCESS", "1")).ensureDeployed();
    await started(props("SUCCESS", "2")).ensureDeployed();
    expect(requests()).toMatchObject([
      { RequestType: "Create" },
      {
        RequestType: "Update",
        PhysicalResourceId: "Files",
        ResourceProperties: props("SUCCESS", "2"),
        OldResourceProperties: props("SUCCESS", "1"),
      },
    ]);
  });

  it("is deployed again when the code of its function has changed, after what is under way, and by the next start", async () => {
    const resources = started(props("SUCCESS", "1"));
    const first = resources.ensureDeployed();
    await vi.waitFor(() => expect(requests()).toHaveLength(1), { timeout: 600_000 });
    resources.noteCodeChange(deployer.definition.arn);
    resources.noteCodeChange(arn("lambda", "function:another"));
    await Promise.all([first, resources.ensureDeployed(), resources.ensureDeployed()]);
    await resources.ensureDeployed();
    const deployed = { RequestType: "Update", ResourceProperties: props("SUCCESS", "1") };
    expect(requests()).toMatchObject([{ RequestType: "Create" }, deployed]);
    await started(props("SUCCESS", "1")).ensureDeployed();
    await started(props("SUCCESS", "1")).ensureDeployed();
    expect(requests()).toMatchObject([{ RequestType: "Create" }, deployed, deployed]);
  });

  it.each([
    ["FAILED", "Files can't be deployed: too late"],
    ["none", "deployer has not answered CloudFormation."],
  ])("fails with the reason where the answer is %s, and is tried again", async (answer, message) => {
    const resources = started(props(answer, "1"));
    await expect(resources.ensureDeployed()).rejects.toThrow(message);
    await expect(resources.ensureDeployed()).rejects.toThrow(message);
    await started(props("SUCCESS", "1")).ensureDeployed();
    expect(requests().map(({ RequestType }) => RequestType)).toEqual(["Create", "Create", "Create"]);
  });
});

it("a pre-signed address takes an answer without a signature, until it has expired, and no other address does", async () => {
  const address = endpoint.presigned();
  const put = (url: string, method = "PUT") => fetch(url, { method, body: "text" }).then(({ status }) => status);
  expect(address.received()).toBeUndefined();
  expect(await put(`${address.url}x`)).toBe(403);
  expect(await put(address.url, "POST")).toBe(403);
  expect(await put(address.url)).toBe(200);
  expect(address.received()?.toString()).toBe("text");
  address.expire();
  expect(await put(address.url)).toBe(403);
});
