import type { InEachLanguage } from "../../../lambdas/shared/notices/languages.ts";
import { amount } from "../../language/amount.ts";
import { count } from "../../language/format.ts";
import { texts } from "../../language/language.ts";

const counted =
  (one: string, other: string) =>
  (number: number): InEachLanguage<string> => [amount(number, one, other), `${count(number)} 件`];

/** How many items the lists have that are read from the API. */
export const countTexts = texts({
  alarms: counted("alarm", "alarms"),
  books: counted("book", "books"),
  crawls: counted("crawl", "crawls"),
  deliveries: counted("delivery", "deliveries"),
  failedJobs: counted("failed job", "failed jobs"),
  hosts: counted("blocked host", "blocked hosts"),
  jobs: counted("job", "jobs"),
  listings: counted("listing", "listings"),
  mentions: counted("mention", "mentions"),
  notices: counted("notice", "notices"),
  products: counted("product", "products"),
  runs: counted("run", "runs"),
  sites: counted("site", "sites"),
});
