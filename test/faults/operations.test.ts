import { capturedLog } from "../emulators/captured-log.ts";
import { describeFaults } from "./describe-faults.ts";
import { operations } from "./features/operations.ts";

capturedLog();

describeFaults(operations);
