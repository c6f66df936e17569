import type { Check } from "../doctor/check.ts";
import { sendMention } from "./mention-step.ts";
import { redriveLetter } from "./redrive-step.ts";
import { saveBookmark, saveDeck } from "./saving-steps.ts";
import { crawlSearch } from "./search-step.ts";
import type { SmokedSystem } from "./smoked-system.ts";

/** The actions of users and operators, each independent of the others. */
export function steps(system: SmokedSystem): Check[] {
  return [
    { name: "deck", run: () => saveDeck(system) },
    { name: "bookmark", run: () => saveBookmark(system) },
    { name: "webmention", run: () => sendMention(system) },
    { name: "search", run: () => crawlSearch(system) },
    { name: "redrive", run: () => redriveLetter(system) },
  ];
}
