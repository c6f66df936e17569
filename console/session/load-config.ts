import type { ConsoleConfig } from "../config.ts";

const PATH = "/app/config.json";

/**
 * Loads the addresses of this stage. The service worker has them without a network.
 *
 * @throws Error when there are none, or none that this version of the console can read
 */
export async function loadConfig(): Promise<ConsoleConfig> {
  const answer = await fetch(PATH);
  if (!answer.ok) throw new Error(`${PATH} answered ${answer.status}.`);
  const config = (await answer.json()) as Partial<ConsoleConfig> | null;
  if (typeof config?.api_url !== "string" || config.sign_in === undefined) {
    throw new Error(`${PATH} has no addresses that this version of the console can read.`);
  }
  return { api_url: config.api_url, sign_in: config.sign_in };
}
