import type { ConsoleConfig } from "../config.ts";

const PATH = "/app/config.json";

/** Loads the addresses of this stage. The service worker has them without a network. @throws Error when there are none */
export async function loadConfig(): Promise<ConsoleConfig> {
  const answer = await fetch(PATH);
  if (!answer.ok) throw new Error(`${PATH} answered ${answer.status}.`);
  return (await answer.json()) as ConsoleConfig;
}
