import { signal } from "@preact/signals";

/** Whether the browser knows that there is no network. It may be wrong the other way round. */
export const isOffline = signal(!navigator.onLine);

/** Changes to the new version of the console that has been loaded in the background; null when there is none. */
export const newVersion = signal<(() => void) | null>(null);

declare global {
  interface Window {
    readonly trustedTypes?: {
      createPolicy(
        name: string,
        rules: { createScriptURL: (url: string) => string },
      ): { createScriptURL(url: string): string };
    };
  }
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
  if ("serviceWorker" in navigator) {
    register().catch((error: unknown) => console.error("The service worker was not registered.", error));
  }
}

async function register(): Promise<void> {
  const policy = window.trustedTypes?.createPolicy("magpie-console", {
    createScriptURL: (url) => {
      if (url !== WORKER) throw new TypeError(`${url} is not a script of the console.`);
      return url;
    },
  });
  const registration = await navigator.serviceWorker.register(policy?.createScriptURL(WORKER) ?? WORKER, {
    scope: "/app/",
  });
  const offer = (worker: ServiceWorker | null) => {
    // The first worker of a page replaces nothing.
    if (worker === null || navigator.serviceWorker.controller === null) return;
    newVersion.value = () => {
      navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
      worker.postMessage("take-over");
    };
  };
  offer(registration.waiting);
  registration.addEventListener("updatefound", () => {
    const worker = registration.installing;
    worker?.addEventListener("statechange", () => {
      if (worker.state === "installed") offer(worker);
    });
  });
}
