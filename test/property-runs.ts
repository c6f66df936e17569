import fc from "fast-check";
import { runs } from "./load.ts";

/** The runs of a property that does not say how many it needs: fast-check's own default, or a part of it. */
fc.configureGlobal(runs(100));
