import { readFileSync } from "node:fs";
import { join } from "node:path";
import { runInNewContext } from "node:vm";
import { beforeEach, describe, expect, it } from "vitest";
import { consoleFolder } from "./built-console.ts";

const ORIGIN = "https://site.example";

/** An event of a service worker, by the parts that ours uses. */
interface WorkerEvent {
  readonly waitUntil?: (work: Promise<void>) => void;
  readonly respondWith?: (answer: Promise<string>) => void;
  readonly request?: { readonly url: string; readonly method: string };
}

/** What the browser keeps, by the names of the caches: paths and what is kept under them. */
let kept: Map<string, ReadonlyMap<string, string>>;
let listeners: Map<string, (event: WorkerEvent) => void>;

/** The worker of this build, in a browser that keeps the files of versions before, and has no network. */
beforeEach(() => {
  kept = new Map();
  listeners = new Map();
  const matched = (files: ReadonlyMap<string, string> | undefined, url: string) => files?.get(url.replace(ORIGIN, ""));
  runInNewContext(readFileSync(join(consoleFolder(), "sw.js"), "utf8"), {
    self: {
      addEventListener: (type: string, listener: (event: WorkerEvent) => void) => listeners.set(type, listener),
      clients: { claim: async () => undefined },
      location: { origin: ORIGIN },
    },
    caches: {
      open: async (name: string) => ({ match: async (url: string) => matched(kept.get(name), url) }),
      keys: async () => [...kept.keys()],
      delete: async (name: string) => kept.delete(name),
      match: async (url: string) => [...kept.values()].map((files) => matched(files, url)).find(Boolean),
    },
    fetch: () => Promise.reject(new TypeError("There is no network.")),
    URL,
  });
});

async function activated(): Promise<void> {
  const works: Promise<void>[] = [];
  listeners.get("activate")?.({ waitUntil: (work) => works.push(work) });
  await Promise.all(works);
}

function answered(path: string): Promise<string> | undefined {
  let answer: Promise<string> | undefined;
  listeners.get("fetch")?.({
    request: { url: ORIGIN + path, method: "GET" },
    respondWith: (given) => {
      answer = given;
    },
  });
  return answer;
}

describe("a new version of the service worker", () => {
  it("keeps the files of the version before, which open tabs still load, and of no other", async () => {
    for (const version of ["1", "2"]) kept.set(`console-${version}`, new Map([[`/app/assets/${version}.js`, version]]));
    kept.set("of another page", new Map());
    await activated();
    expect([...kept.keys()]).toEqual(["console-2", "of another page"]);
    expect(await answered("/app/assets/2.js")).toBe("2");
    await expect(answered("/app/assets/1.js")).rejects.toThrow("no network");
  });
});
