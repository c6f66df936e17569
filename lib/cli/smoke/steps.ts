import type { Check } from "../doctor/check.ts";
import { mentionStep } from "./mention-step.ts";
import { redriveStep } from "./redrive-step.ts";
import { bookmarkStep, deckStep } from "./saving-steps.ts";
import { searchStep } from "./search-step.ts";
import type { SmokedSystem } from "./smoked-system.ts";

/** The actions of users and operators, each independent of the others. */
export function steps(system: SmokedSystem): Check[] {
  return [deckStep, bookmarkStep, mentionStep, searchStep, redriveStep].map((step) => step(system));
}
