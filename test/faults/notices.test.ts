import { capturedLog } from "../emulators/captured-log.ts";
import { describeFaults } from "./describe-faults.ts";
import { notices } from "./features/notices.ts";

capturedLog();

describeFaults(notices);
