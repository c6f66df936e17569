import { readFileSync } from "node:fs";
import { join } from "node:path";
import { runInNewContext } from "node:vm";
import { beforeEach, describe, expect, it } from "vitest";
import { consoleFolder } from "./built-console.ts";

const ORIGIN = "https://site.example";

/** An answer of the network, by the part that ours uses. */
interface Answer {
  readonly status: number;
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
let hasSpace: boolean;
/** What the open pages are told, and what the worker asks of the browser. */
let told: unknown[];

const textOf = (file: string) => readFileSync(join(consoleFolder(), file), "utf8");

const noNetwork = (): Promise<Answer> => Promise.reject(new TypeError("There is no network."));

/** The worker of this build, in a browser that keeps the files of versions before, and has no network. */
beforeEach(() => {
  kept = new Map();
  listeners = new Map();
  network = noNetwork;
  hasSpace = true;
  told = [];
  const matched = (files: ReadonlyMap<string, string> | undefined, url: string) => files?.get(url.replace(ORIGIN, ""));
  runInNewContext(textOf("sw.js"), {
    self: {
      addEventListener: (type: string, listener: (event: WorkerEvent) => void) => listeners.set(type, listener),
      clients: {
        claim: async () => undefined,
        matchAll: async () => [{ postMessage: (message: unknown) => told.push(message) }],
      },
      location: { origin: ORIGIN },
      skipWaiting: async () => told.push("takes over"),
    },
    caches: {
      open: async (name: string) => ({
        match: async (url: string) => matched(kept.get(name), url),
        addAll: async () => {
          if (!hasSpace) throw new DOMException("Full.", "QuotaExceededError");
        },
      }),
      keys: async () => [...kept.keys()],
      delete: async (name: string) => kept.delete(name),
      match: async (url: string) => [...kept.values()].map((files) => matched(files, url)).find(Boolean),
    },
    fetch: () => network(),
    setTimeout: () => undefined,
    URL,
    DOMException,
  });
});

async function work(type: "install" | "activate"): Promise<void> {
  const works: Promise<void>[] = [];
  listeners.get(type)?.({ waitUntil: (work) => works.push(work) });
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
    await work("activate");
    expect([...kept.keys()]).toEqual(["console-2", "of another page"]);
    expect(await answered("/app/assets/2.js")).toBe("2");
    await expect(answered("/app/assets/1.js")).rejects.toThrow("no network");
  });

  it("tells the open pages which build is there, which the page of this build names, too, and takes over", async () => {
    await work("install");
    const [, build] = /<meta name="build" content="([^"]+)"/.exec(textOf("index.html")) ?? [];
    expect(build).toMatch(/^[0-9a-f]{8}$/);
    expect(told).toEqual([{ build }, "takes over"]);
  });

  it("is not installed on a device without space, which the open pages are told", async () => {
    hasSpace = false;
    await expect(work("install")).rejects.toThrow("Full.");
    expect(told).toEqual([{ isFull: true }]);
  });

  it("leaves the addresses of the stage to the page, and answers other files", async () => {
    expect(answered("/app/config.json")).toBeUndefined();
    await expect(answered("/app/manifest.webmanifest")).rejects.toThrow("no network");
  });
});

describe("a file that the worker has", () => {
  const FILE = "/app/licenses.txt";

  it.each([
    [200, "the network's"],
    [304, "the network's"],
    [404, "the network's"],
    [499, "the network's"],
    [500, "the device's"],
    [503, "the device's"],
  ])("is after an answer of status %i %s, and stays as it is on the device", async (status, whose) => {
    kept.set("console-1", new Map([[FILE, "the first"]]));
    const answer = { status };
    network = async () => answer;
    expect(await answered(FILE)).toBe(whose === "the network's" ? answer : "the first");
    network = noNetwork;
    expect(await answered(FILE)).toBe("the first");
  });
});
