import { capturedLog } from "../emulators/captured-log.ts";
import { describeFaults } from "./describe-faults.ts";
import { recommendations } from "./features/recommendations.ts";

capturedLog();

describeFaults(recommendations);
