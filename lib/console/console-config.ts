import type { ConsoleConfig } from "../../console/config.ts";
import type { Platform } from "../constructs/platform.ts";

/** The contents of `app/config.json`, from which the console learns where its stage is and how people sign in. */
export function consoleConfig({ apiUrl, consoleSignIn }: Pick<Platform, "apiUrl" | "consoleSignIn">): ConsoleConfig {
  return { api_url: apiUrl, sign_in: consoleSignIn?.config ?? null };
}
