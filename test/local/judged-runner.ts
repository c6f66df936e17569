import { isMainThread } from "node:worker_threads";
import { takeDeviations } from "../operations/judged-answers.ts";
import { DEVIATION, judgeRunners } from "../operations/judged-runners.ts";

// Imported by the process of a runner before its own modules. The functions' threads import it, too.
if (isMainThread) {
  judgeRunners(() => {
    for (const deviation of takeDeviations()) process.stderr.write(`${DEVIATION}${deviation}\n`);
  });
}
