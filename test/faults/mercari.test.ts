import { capturedLog } from "../emulators/captured-log.ts";
import { describeFaults } from "./describe-faults.ts";
import { mercari } from "./features/mercari.ts";

capturedLog();

describeFaults(mercari);
