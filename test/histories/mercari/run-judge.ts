import { runsOf } from "../../mercari/crawl-world.ts";
import type { MercariSystem } from "./system.ts";
import type { WatchedProduct } from "./watched-product.ts";

/** @throws Error if a crawl is recorded twice, or not at all though a request was answered with it */
export async function judgeRuns({ services }: MercariSystem, id: string, product: WatchedProduct): Promise<void> {
  const runs = await runsOf(services, id);
  const contradiction = (what: string, of: unknown) =>
    new Error(`${product.creation.name}: ${what}: ${JSON.stringify([of, runs])}`);
  const ids = runs.map((run) => run.id);
  if (new Set(ids).size < ids.length) throw contradiction("a crawl is recorded twice", ids);
  for (const run of runs) {
    const isWhole = run.complete && run.pages.every(({ complete }) => complete);
    if (run.startedAt > run.finishedAt) throw contradiction("a crawl ends before it begins", run);
    if (run.complete !== isWhole) throw contradiction("a crawl is not as complete as its pages", run);
    if ((run.outcome === "error") !== (run.errorKind !== null)) throw contradiction("an error has no kind", run);
  }
  for (const answered of product.answered) {
    const isRecorded = runs.some(({ outcome, pages, startedAt }) => {
      const at = Date.parse(startedAt);
      return (
        outcome === answered.outcome && pages.length === answered.pages && at >= answered.from && at <= answered.to
      );
    });
    if (!isRecorded) throw contradiction("a crawl that was answered is not recorded", answered);
  }
}
