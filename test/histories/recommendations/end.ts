import { reconcile } from "../../../lambdas/operations/reconcile.ts";
import { MINUTE } from "../../emulators/test-clock.ts";
import type { Background } from "../world.ts";
import { expectNothingLeft, settle } from "../world.ts";
import { judgeDeliveries, judgeDirectory, judgeIncoming, judgeMentions, judgeNotices } from "./judges.ts";
import type { EndOfMentions } from "./mention-log.ts";
import type { Outside } from "./outside.ts";
import type { Seen } from "./seen.ts";
import type { RecommendationsOutside, RecommendationsSystem } from "./system.ts";

const DAY = 24 * 60 * MINUTE;
/** A mention is verified once a week at least, and a day later if its verification was missed. */
const QUIET_DAYS = [1, 8];

/** A history at its end. */
interface Ending {
  readonly world: RecommendationsOutside;
  readonly system: RecommendationsSystem;
  readonly background: Background;
  readonly outside: Outside;
}

/** Lets nine days pass in which nothing fails, then compares everything with the model. @throws Error */
export async function judgedEnd(seen: Seen, { world, system, background, outside }: Ending): Promise<void> {
  const vain = system.looks.filter(({ isFound }) => !isFound).map(({ source }) => source);
  const end: EndOfMentions = {
    isLinking: (source) => outside.isLinking(source),
    looksInVain: (source) => vain.filter((one) => one === source).length,
    at: world.clock.now().getTime(),
  };
  const rest = () => settle(world, background, () => isAnyPending(system, world));
  outside.heal();
  await rest();
  for (const days of QUIET_DAYS) {
    world.clock.forward(days * DAY);
    await system.daily();
    await reconcile(system.reconcilable, "run-1", world.clock);
    await rest();
  }
  const shown = await judgeDirectory(seen, system, world.site.edition);
  await judgeDeliveries(seen, system);
  await judgeMentions(seen, system, end);
  await judgeIncoming(system, shown);
  await judgeNotices(system);
  await expectNothingLeft(world, background);
}

async function isAnyPending({ services }: RecommendationsSystem, { clock }: RecommendationsOutside): Promise<boolean> {
  const { directory, deliveries, mentions } = services;
  if ((await directory.read()).announcements.length > 0) return true;
  if ((await deliveries.page("pending", { limit: 1 })).items.length > 0) return true;
  return (await mentions.overdue(new Date(clock.now().getTime() + 10 * DAY), 1)).length > 0;
}
