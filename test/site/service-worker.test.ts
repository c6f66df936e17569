import { readFileSync } from "node:fs";
import { join } from "node:path";
import { runInNewContext } from "node:vm";
import { beforeEach, describe, expect, it } from "vitest";
import { consoleFolder } from "./built-console.ts";

const ORIGIN = "https://site.example";

/** An answer of the network, by the parts that ours uses. What is kept of it is its text. */
interface Answer {
  readonly status: number;
  readonly ok: boolean;
  readonly clone: () => string;
}

/** An event of a service worker, by the parts that ours uses. */
interface WorkerEvent {
  readonly waitUntil?: (work: Promise<void>) => void;
  readonly respondWith?: (answer: Promise<unknown>) => void;
  readonly request?: { readonly url: string; readonly method: string };
}

/** What the browser keeps, by the names of the caches: paths and what is kept under them. */
let kept: Map<string, Map<string, string>>;
let network: () => Promise<Answer>;
let listeners: Map<string, (event: WorkerEvent) => void>;

const noNetwork = (): Promise<Answer> => Promise.reject(new TypeError("There is no network."));

/** The worker of this build, in a browser that keeps the files of versions before, and has no network. */
beforeEach(() => {
  kept = new Map();
  listeners = new Map();
  network = noNetwork;
  const matched = (files: ReadonlyMap<string, string> | undefined, url: string) => files?.get(url.replace(ORIGIN, ""));
  runInNewContext(readFileSync(join(consoleFolder(), "sw.js"), "utf8"), {
    self: {
      addEventListener: (type: string, listener: (event: WorkerEvent) => void) => listeners.set(type, listener),
      clients: { claim: async () => undefined },
      location: { origin: ORIGIN },
    },
    caches: {
      open: async (name: string) => ({
        match: async (url: string) => matched(kept.get(name), url),
        put: async (url: string, answer: string) => {
          kept.set(name, (kept.get(name) ?? new Map()).set(url, answer));
        },
      }),
      keys: async () => [...kept.keys()],
      delete: async (name: string) => kept.delete(name),
      match: async (url: string) => [...kept.values()].map((files) => matched(files, url)).find(Boolean),
    },
    fetch: () => network(),
    setTimeout: () => undefined,
    URL,
  });
});

async function activated(): Promise<void> {
  const works: Promise<void>[] = [];
  listeners.get("activate")?.({ waitUntil: (work) => works.push(work) });
  await Promise.all(works);
}

function answered(path: string): Promise<unknown> | undefined {
  let answer: Promise<unknown> | undefined;
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

describe("the addresses of the stage", () => {
  const CONFIG = "/app/config.json";

  it.each([
    [200, "the network's", "another"],
    [304, "the network's", "the first"],
    [403, "the network's", "the first"],
    [404, "the network's", "the first"],
    [499, "the network's", "the first"],
    [500, "the device's", "the first"],
    [503, "the device's", "the first"],
  ])(
    "after an answer of status %i, where the page gets %s, are %s ones without a network",
    async (status, whose, left) => {
      kept.set("console-1", new Map([[CONFIG, "the first"]]));
      const answer = { status, ok: status === 200, clone: () => "another" };
      network = async () => answer;
      expect(await answered(CONFIG)).toBe(whose === "the network's" ? answer : "the first");
      network = noNetwork;
      expect(await answered(CONFIG)).toBe(left);
    },
  );

  it("are the only thing that is kept of what the network answers", async () => {
    kept.set("console-1", new Map([["/app/licenses.txt", "the first"]]));
    network = async () => ({ status: 200, ok: true, clone: () => "another" });
    await answered("/app/licenses.txt");
    expect([...kept]).toEqual([["console-1", new Map([["/app/licenses.txt", "the first"]])]]);
  });
});
