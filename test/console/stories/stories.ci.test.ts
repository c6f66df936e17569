import { frameInBrowser } from "../frame/frame-in-browser.ts";
import { readingInBrowser } from "../reading/reading-in-browser.ts";
import { readingWalls } from "../reading/reading-walls.ts";
import { byKeyboard } from "./by-keyboard.ts";
import { newVersion } from "./new-version.ts";
import { storiesWorld } from "./stories-world.ts";
import { tabsAndSessions } from "./tabs-and-sessions.ts";
import { tenJobs } from "./ten-jobs.ts";

// One start for all: each has people of its own. The first one is alone with its product, and the last one deploys.
const world = storiesWorld();
byKeyboard(world);
tenJobs(world);
tabsAndSessions(world);
frameInBrowser(world);
readingInBrowser(world);
readingWalls(world);
newVersion(world);
