import { spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect, it, onTestFinished } from "vitest";

const CHECK = resolve(import.meta.dirname, "../bin/check-node.cjs");

/** What a script says that npm runs with the project's Node, where a person's Node of this version runs npm. */
function ran(version: string, args: readonly string[] = ["-e", "console.log('the project')"]): string {
  const folder = mkdtempSync(join(tmpdir(), "magpie-node-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const own = join(folder, "node");
  writeFileSync(own, '#!/bin/sh\necho "the person: $*"\n');
  chmodSync(own, 0o755);
  const env = {
    ...process.env,
    npm_node_execpath: own,
    npm_config_user_agent: `npm/11.19.1 node/v${version} linux x64 workspaces/false`,
  };
  return spawnSync(process.execPath, ["-r", CHECK, ...args], { env, encoding: "utf8" }).stdout.trim();
}

it.runIf(process.platform !== "win32")("runs a script by the person's own Node where that is a newer 24", () => {
  expect(ran("24.999.0", [import.meta.filename, "--watch"])).toBe(
    `the person: -r ${CHECK} ${import.meta.filename} --watch`,
  );
});

it.each(["20.20.2", "24.0.0", process.versions.node, "26.12.1"])(
  "runs it by the project's where npm runs by %s",
  (version) => {
    expect(ran(version)).toBe("the project");
  },
);
