import type { StageConfig } from "../../console/config.ts";
import type { Platform } from "../constructs/platform.ts";

/** The contents of `app/config.json`, from which clients learn where their stage is and how people sign in. */
export function consoleConfig({
  apiUrl,
  consoleSignIn,
  commandLine,
  extension,
}: Pick<Platform, "apiUrl" | "consoleSignIn" | "commandLine" | "extension">): StageConfig {
  return { api_url: apiUrl, sign_in: consoleSignIn?.config ?? null, command_line: commandLine, extension };
}
