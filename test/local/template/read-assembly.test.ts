import { mkdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { readAssembly, withoutStage } from "../../../lib/local/template/assembly.ts";
import { folderOfFile } from "../temporary-folders.ts";

const cache = folderOfFile();
const folder = join(cache, "made");

const RESOURCES = { Work: { Type: "AWS::SQS::Queue" } };

beforeAll(() => {
  mkdirSync(join(folder, "cdk.out"), { recursive: true });
  const write = (kind: string, content: object) =>
    writeFileSync(join(folder, `cdk.out/magpie-local.${kind}.json`), JSON.stringify(content));
  write("template", { Resources: RESOURCES });
  const asset = (path: string, ...keys: readonly string[]) => ({
    source: { path },
    destinations: Object.fromEntries(keys.map((objectKey, index) => [`in ${index}`, { objectKey }])),
  });
  write("assets", {
    files: { a: asset("/elsewhere/bundles/api", "1.zip", "1-copy.zip"), b: asset("worker", "2.zip") },
  });
});

describe("an assembly that is read", () => {
  it("has the template's resources, and the code of each function, wherever it was made", () => {
    const { resources, bundles, codeFolder, threadScript } = readAssembly(folder);
    expect(resources).toEqual(RESOURCES);
    expect(["1.zip", "1-copy.zip", "2.zip"].map(codeFolder)).toEqual([
      join(bundles, "api"),
      join(bundles, "api"),
      join(bundles, "worker"),
    ]);
    expect([bundles, threadScript]).toEqual([join(folder, "bundles"), join(folder, "thread.mjs")]);
    expect(() => codeFolder("3.zip")).toThrow("no code 3.zip");
  });

  it("has a folder of temporary files for all starts, that no other user can read, and a cache of its own", () => {
    const { temporary, compileCache } = readAssembly(folder);
    expect(temporary).toBe(join(cache, "tmp"));
    expect(statSync(temporary).mode & 0o777).toBe(0o700);
    expect(compileCache).toBe(join(cache, "compiled/made"));
    expect(readAssembly(folder).temporary).toBe(temporary);
  });
});

it.each([
  ["local-slides-worker", "slides-worker"],
  ["slides-local-", "slides-local-"],
  ["localhost", "localhost"],
])("%s is %s without the stage", (name, expected) => {
  expect(withoutStage(name)).toBe(expected);
});
