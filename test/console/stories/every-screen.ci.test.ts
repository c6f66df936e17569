import { populatedWorld } from "../populated-world.ts";
import { hostileScreens } from "./hostile-screens.ts";
import { reachableScreens } from "./reachable.ts";

// One start for all: none changes what the others look at.
const world = populatedWorld();
hostileScreens(world);
reachableScreens(world);
