import type { ConsoleConfig } from "../console/config.ts";
import type { ConsoleSignIn } from "./constructs/console-sign-in.ts";

/** The contents of `app/config.json`, from which the console learns where its stage is and how people sign in. */
export function consoleConfig(platform: {
  readonly apiUrl: string;
  readonly consoleSignIn: ConsoleSignIn | null;
}): ConsoleConfig {
  return { api_url: platform.apiUrl, sign_in: platform.consoleSignIn?.config ?? null };
}
