import { signal } from "@preact/signals";
import { isDeviceFull } from "./keep-item.ts";
import { buildOf } from "./version-of.ts";
import type { WorkerMessage } from "./worker-message.ts";

/** Whether the browser reports that there is no network. It may report a network although there is none. */
export const isOffline = signal(!navigator.onLine);

/** Whether another version of the console was loaded in the background: the page is of that version once it is loaded again. */
export const hasNewVersion = signal(false);

/** The part of trusted types that the page uses; not every browser has them. */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ): { createScriptURL(url: string): string };
}

const WORKER = "/app/sw.js";

/** Follows the network, and registers the service worker, by which the console starts without one. */
export function startOffline(): void {
  addEventListener("online", () => {
    isOffline.value = false;
  });
  addEventListener("offline", () => {
    isOffline.value = true;
  });
  if (!("serviceWorker" in navigator)) return;
  navigator.serviceWorker.addEventListener("message", ({ data }: MessageEvent<WorkerMessage>) => {
    if ("build" in data) hasNewVersion.value = data.build !== buildOf(document);
    else isDeviceFull.value = true;
  });
  register().catch((error: unknown) => console.error("The service worker was not registered.", error));
}

/** The content security policy allows this one policy of trusted types. */
async function register(): Promise<void> {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  const policy = trustedTypes?.createPolicy("magpie-console", {
    createScriptURL: (url) => {
      if (url !== WORKER) throw new TypeError(`${url} is not a script of the console.`);
      return url;
    },
  });
  const registration = await navigator.serviceWorker.register(policy?.createScriptURL(WORKER) ?? WORKER, {
    scope: "/app/",
  });
  const { active } = await navigator.serviceWorker.ready;
  // The worker has missed a page that was being loaded when it took over the open ones, such as the one after signing in.
  if (navigator.serviceWorker.controller === null) active?.postMessage("claim");
  // A browser puts off its own check for a new version as long as the worker has something to do.
  else if (navigator.onLine) await registration.update();
}
