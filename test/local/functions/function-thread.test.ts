import { expect, it } from "vitest";
import { folderOfFile } from "../temporary-folders.ts";
import { moduleFunction } from "./module-function.ts";

const folder = folderOfFile();

it("a function that sends requests by node:http alone does not pay for loading undici", async () => {
  const requester = moduleFunction(
    "requester",
    `import { request } from "node:http";
export const handler = () => ({ request: typeof request, undici: process.moduleLoadList.filter((name) => /undici/.test(name)) });`,
    folder,
  );
  try {
    expect(await requester.invoke({})).toEqual({ ok: true, result: { request: "function", undici: [] } });
  } finally {
    await requester.close();
  }
});
