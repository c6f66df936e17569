import { movingInBrowser } from "../bookmarks/moving-in-browser.ts";
import { frameInBrowser } from "../frame/frame-in-browser.ts";
import { readingInBrowser } from "../reading/reading-in-browser.ts";
import { readingWalls } from "../reading/reading-walls.ts";
import { byKeyboard } from "./by-keyboard.ts";
import { newVersion } from "./new-version.ts";
import { sessions } from "./sessions.ts";
import { storiesWorld } from "./stories-world.ts";

// One start for all: each has people of its own. The first one is alone with its product, and the last one deploys.
const world = storiesWorld();
byKeyboard(world);
sessions(world);
movingInBrowser(world);
frameInBrowser(world);
readingInBrowser(world);
readingWalls(world);
newVersion(world);
