import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { VERSION } from "../lib/bundling/version.ts";
import { magpie } from "./cli/command-line.ts";
import { synthesized } from "./infra/synthesized.ts";
import { consoleFolder } from "./site/built-console.ts";

const read = (file: string) => readFileSync(join(import.meta.dirname, "..", file), "utf8");

it("is the latest of the changelog", () => {
  expect(VERSION).toMatch(/^\d+\.\d+\.\d+$/);
  expect(/^## (\S+?),? /m.exec(read("CHANGELOG.md"))?.[1]).toBe(VERSION);
});

it("is that of the lock file, which npm ci compares", () => {
  const { version, packages } = JSON.parse(read("package-lock.json"));
  expect([version, packages[""].version]).toEqual([VERSION, VERSION]);
});

it("is that of the client's package", () => {
  expect(JSON.parse(read("client/package.json")).version).toBe(VERSION);
});

it("is in the stack's description, and in the environment of the function that answers GET /v1/health", () => {
  const { assembly, resources } = synthesized("prod");
  expect(assembly.getStackArtifact("magpie-prod").template.Description).toBe(`Magpie ${VERSION}`);
  const told = [...resources.values()].map(({ Properties }) => Properties?.Environment?.Variables.VERSION);
  expect(told.filter((version) => version !== undefined)).toEqual([VERSION]);
});

it("is in the console's page, where the settings find it", () => {
  const page = readFileSync(join(consoleFolder(), "index.html"), "utf8");
  expect(/<meta name="version" content="(.*?)"/.exec(page)?.[1]).toBe(VERSION);
});

it("is what magpie --version prints, without any system", async () => {
  expect(await magpie("/nowhere", ["--version"])).toEqual({ code: 0, stdout: `${VERSION}\n`, stderr: "" });
});
