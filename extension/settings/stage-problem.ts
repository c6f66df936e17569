import { translations } from "../../console/language/language.ts";
import { StageProblem } from "../stage/find-stage.ts";
import { settingsTexts } from "./settings-texts.ts";

const PROBLEMS = { unreachable: "unreachable", no_magpie: "noMagpie", no_client: "noClient" } as const;

/** Why no stage was found, and what to do; null for another error. */
export function stageProblem(error: unknown): string | null {
  return error instanceof StageProblem ? translations(settingsTexts)[PROBLEMS[error.kind]] : null;
}
