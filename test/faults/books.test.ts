import { capturedLog } from "../emulators/captured-log.ts";
import { describeFaults } from "./describe-faults.ts";
import { books } from "./features/books.ts";

capturedLog();

describeFaults(books);
