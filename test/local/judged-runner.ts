import { isMainThread } from "node:worker_threads";
import { DEVIATION, judgeRunners } from "../operations/judge-answers.ts";

// Imported by the process of a runner before its own modules. The functions' threads import it, too.
if (isMainThread) judgeRunners((deviation) => process.stderr.write(`${DEVIATION}${deviation}\n`));
