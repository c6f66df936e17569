import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Runner } from "../lib/local/runner.ts";
import type { BlogSite } from "../lib/local/sites/blog-site.ts";
import { startBlogSite } from "../lib/local/sites/blog-site.ts";
import type { SlideSites } from "../lib/local/sites/slide-sites.ts";
import { startSlideSites } from "../lib/local/sites/slide-sites.ts";
import { startTestRunner } from "./local/runner-of-tests.ts";

const ROOT = resolve(import.meta.dirname, "..");
const README = readFileSync(join(ROOT, "README.md"), "utf8");

let sites: SlideSites;
let blog: BlogSite;
let runner: Runner;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "magpie-readme-"));
  sites = await startSlideSites();
  blog = await startBlogSite();
  const egressMap = { ...sites.egressMap, "www.rfc-editor.org": blog.origin };
  runner = await startTestRunner({ dataFolder: folder, egressMap, schedules: true });
});

afterAll(async () => {
  await runner.stop();
  await sites.close();
  await blog.close();
  rmSync(folder, { recursive: true, force: true });
});

describe("README.md", () => {
  it("is read in a few minutes: it has at most 200 lines", () => {
    expect(README.trimEnd().split("\n").length).toBeLessThanOrEqual(200);
  });

  // Its npm commands take a second each, and more on a busy machine.
  it("has a tour whose commands have the documented output", async () => {
    const blocks = [...README.matchAll(/```sh tour\n([\s\S]*?)```/g)].map(([, commands]) => String(commands));
    expect(blocks.length).toBeGreaterThan(3);
    // Each output on a line of its own, with any line end.
    const script = blocks.join("\n").replaceAll("http://127.0.0.1:8787", runner.outputs.api_url);
    const separated = script.replaceAll(/^curl (?:.*\\\n)*.*$/gm, (command) => `${command}\necho`);
    const { stdout } = await promisify(execFile)("bash", ["-euc", separated], {
      cwd: ROOT,
      env: { ...process.env, MAGPIE_DATA_DIR: folder },
      maxBuffer: 10_000_000,
    });
    const answers = stdout
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => JSON.parse(line));
    // What README.md shows of the first answer.
    expect(Object.keys(answers[0])).toEqual(Object.keys(JSON.parse(/```json\n(.*?)```/s.exec(README)?.[1] ?? "")));
    expect(answers).toMatchObject([
      { provider: "speakerdeck", status: "pending", memo: "for Friday" },
      { status: "saving", created_from: "web" },
      { status: "saving", created_from: "web" },
      { bookmarks: [{ url: "https://www.rfc-editor.org/rfc/rfc9562.html" }], next_cursor: null },
      { name: "GR III", crawl: { keyword: "RICOH GR III", min_price: 50_000, enabled: true } },
      { recommendations: [{ title: "IndieWeb", url: "https://indieweb.org/" }] },
      [{ url: "https://indieweb.org/", updated_at: expect.any(String), created_at: expect.any(String) }],
      { name: "consultant-books", queries: ["subject:consulting"], schedule: "daily", enabled: true },
      { queues: expect.arrayContaining([expect.objectContaining({ name: "oembed-fetch", dlq_depth: 0 })]) },
    ]);
  });
});
