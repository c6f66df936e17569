import type { ConsoleConfig } from "../../console/config.ts";
import type { Platform } from "../constructs/platform.ts";

/** The addresses of the stage that the console reads from `app/config.json`. */
export function consoleConfig({ apiUrl }: Pick<Platform, "apiUrl">): ConsoleConfig {
  return { api_url: apiUrl, sign_in: null };
}
