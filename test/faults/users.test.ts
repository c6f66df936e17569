import { capturedLog } from "../emulators/captured-log.ts";
import { describeFaults } from "./describe-faults.ts";
import { users } from "./features/users.ts";

capturedLog();

describeFaults(users);
