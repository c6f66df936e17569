import { capturedLog } from "../emulators/captured-log.ts";
import { describeFaults } from "./describe-faults.ts";
import { bookmarks } from "./features/bookmarks.ts";

capturedLog();

describeFaults(bookmarks);
