import type { ConsoleConfig } from "../config.ts";
import { keepItem } from "../device/keep-item.ts";

const PATH = "/app/config.json";
/** The text of the file as it was last loaded. */
const KEY = "magpie-config";

/** Milliseconds that the network may take before the addresses of this device are used. */
const PATIENCE_MS = 3_000;

/**
 * Loads the addresses of this stage: from the network, or those of the last time where there is no network, or a slow one. The
 * page has them preloaded. Its service worker leaves them alone: what comes from a worker, Chromium loads once more.
 *
 * @throws Error when there are none, or none that this version of the console can read
 */
export async function loadConfig(): Promise<ConsoleConfig> {
  const asked = fetchConfig();
  const own = ownConfig();
  if (own === null) return asked;
  // It may fail after the wait for it has ended.
  asked.catch((error: unknown) => console.warn("The addresses of the last visit are used.", error));
  const slow = new Promise<ConsoleConfig>((resolve) => setTimeout(resolve, PATIENCE_MS, own));
  return Promise.race([asked, slow]).catch(() => own);
}

async function fetchConfig(): Promise<ConsoleConfig> {
  const answer = await fetch(PATH);
  if (!answer.ok) throw new Error(`${PATH} answered ${answer.status}.`);
  const text = await answer.text();
  const config = readable(text);
  if (config === null) throw new Error(`${PATH} has no addresses that this version of the console can read.`);
  try {
    keepItem(localStorage, KEY, text);
  } catch (error) {
    // A browser that forbids storage; the start says so.
    console.warn("The addresses are not kept.", error);
  }
  return config;
}

/** The addresses of the last visit; null for none. */
function ownConfig(): ConsoleConfig | null {
  try {
    return readable(localStorage.getItem(KEY) ?? "");
  } catch {
    // A browser that forbids storage; the start says so.
    return null;
  }
}

/** Null for a text without addresses. */
function readable(text: string): ConsoleConfig | null {
  let config: Partial<ConsoleConfig> | null;
  try {
    config = JSON.parse(text) as Partial<ConsoleConfig> | null;
  } catch {
    // Such as the sign-in page of a network.
    return null;
  }
  if (typeof config?.api_url !== "string" || config.sign_in === undefined) return null;
  return { api_url: config.api_url, sign_in: config.sign_in };
}
