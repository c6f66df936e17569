import type { WorkerMessage } from "./device/worker-message.ts";

/** Paths of the files that the build has made. Set by the build. */
declare const PRECACHED: readonly string[];
/** Differs when one of these files differs; the page names it, too. Set by the build. */
declare const BUILD: string;
declare const self: ServiceWorkerGlobalScope;

const PREFIX = "console-";
const CACHE = `${PREFIX}${BUILD}`;
const PAGE = "/app/";
/** The page keeps the stage's addresses itself. */
const CONFIG = "/app/config.json";

/** Milliseconds that the network may take before the page of this device is shown. */
const PATIENCE_MS = 3_000;

async function install(): Promise<void> {
  const cache = await caches.open(CACHE);
  await cache.addAll(PRECACHED).catch(refused);
  // A browser may put off the activation for minutes. What the pages need is there now.
  await tell({ build: BUILD });
  // Nothing has to wait: an open tab finds the files of its own version, see below.
  await self.skipWaiting();
}

/** Tells the open pages that the device has no space for the console, which works with a network only. */
async function refused(error: unknown): Promise<never> {
  if (error instanceof DOMException && error.name === "QuotaExceededError") await tell({ isFull: true });
  throw error;
}

async function tell(message: WorkerMessage): Promise<void> {
  for (const page of await self.clients.matchAll({ includeUncontrolled: true })) page.postMessage(message);
}

/** Keeps the cache of the version before: open tabs still load parts of it. */
async function activate(): Promise<void> {
  const others = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CACHE);
  await Promise.all(others.slice(0, -1).map((name) => caches.delete(name)));
  await self.clients.claim();
}

/** What this version keeps under a path, or the version before. */
async function kept(path: string): Promise<Response | undefined> {
  const cache = await caches.open(CACHE);
  return (await cache.match(path)) ?? caches.match(path);
}

/**
 * The network's answer, or the one of this device when there is no network, or a slow one, or one whose server fails. Each
 * address without a file is the page's.
 */
async function newest(request: Request, path: string): Promise<Response> {
  const asked = fetch(request);
  const own = await kept(path);
  if (own === undefined) return asked;
  const slow = new Promise<undefined>((resolve) => setTimeout(resolve, PATIENCE_MS));
  const answer = await Promise.race([asked, slow]).catch(() => undefined);
  if (answer === undefined || answer.status >= 500) {
    // Nobody waits for its end.
    asked.catch(() => undefined);
    return own;
  }
  return answer;
}

/** Scripts and styles have a hash of their content in their name. */
async function asset(request: Request): Promise<Response> {
  return (await kept(request.url)) ?? fetch(request);
}

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(activate()));
self.addEventListener("message", (event) => {
  if (event.data === "claim") event.waitUntil(self.clients.claim());
});
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  // The API, the issuer, players and images are none of the worker's business.
  if (request.method !== "GET" || origin !== self.location.origin || !pathname.startsWith(PAGE)) return;
  if (pathname === CONFIG) return;
  if (pathname.startsWith(`${PAGE}assets/`)) event.respondWith(asset(request));
  else event.respondWith(newest(request, request.mode === "navigate" ? PAGE : pathname));
});
