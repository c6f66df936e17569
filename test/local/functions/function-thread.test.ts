import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, expect, it } from "vitest";
import { EnvironmentPool } from "../../../lib/local/functions/environment-pool.ts";
import { LocalFunction } from "../../../lib/local/functions/local-function.ts";
import { THREAD_SOURCE } from "../../../lib/local/functions/thread-script.ts";
import { arn } from "../../../lib/local/template/identities.ts";
import { temporaryFolder } from "../system.ts";

const folder = temporaryFolder();
afterAll(() => folder.remove());

it("a function that sends requests by node:http alone does not pay for loading undici", async () => {
  const module = join(folder.path, "requester.mjs");
  writeFileSync(
    module,
    `import { request } from "node:http";
export const handler = () => ({ request: typeof request, undici: process.moduleLoadList.filter((name) => /undici/.test(name)) });`,
  );
  const requester = new LocalFunction(
    {
      name: "requester",
      arn: arn("lambda", "function:requester"),
      role: "arn:aws:iam::000000000000:role/requester",
      handler: "index.handler",
      timeoutSeconds: 10,
      memoryMegabytes: 128,
      environment: {},
      script: THREAD_SOURCE,
      module: () => pathToFileURL(module).href,
      egress: undefined,
      log: () => undefined,
    },
    new EnvironmentPool(),
  );
  try {
    expect(await requester.invoke({})).toEqual({ ok: true, result: { request: "function", undici: [] } });
  } finally {
    await requester.close();
  }
});
