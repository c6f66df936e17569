import { capturedLog } from "../emulators/captured-log.ts";
import { describeFaults } from "./describe-faults.ts";
import { slides } from "./features/slides.ts";

capturedLog();

describeFaults(slides);
