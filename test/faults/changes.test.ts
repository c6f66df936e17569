import { capturedLog } from "../emulators/captured-log.ts";
import { describeFaults } from "./describe-faults.ts";
import { changes } from "./features/changes.ts";

capturedLog();

describeFaults(changes);
