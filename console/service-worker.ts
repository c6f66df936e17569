/** Paths of the files that the build has made, and of the stage's addresses. Set by the build. */
declare const PRECACHED: readonly string[];
/** Differs when one of these files differs. Set by the build. */
declare const VERSION: string;
declare const self: ServiceWorkerGlobalScope;

const CACHE = `console-${VERSION}`;
const PAGE = "/app/";

async function install(): Promise<void> {
  const cache = await caches.open(CACHE);
  await cache.addAll(PRECACHED);
  await self.skipWaiting();
}

async function activate(): Promise<void> {
  const old = (await caches.keys()).filter((name) => name.startsWith("console-") && name !== CACHE);
  await Promise.all(old.map((name) => caches.delete(name)));
}

/** Assets from the cache, since their names contain a hash; all else from the network, which knows the last version. */
async function answer(request: Request): Promise<Response> {
  const cached = await caches.match(request.mode === "navigate" ? PAGE : request);
  if (cached !== undefined && request.url.includes("/assets/")) return cached;
  try {
    return await fetch(request);
  } catch (error) {
    if (cached === undefined) throw error;
    return cached;
  }
}

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(activate()));
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin || !pathname.startsWith(PAGE)) return;
  event.respondWith(answer(request));
});

export {};
