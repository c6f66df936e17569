import { amount } from "../../language/amount.ts";
import { count } from "../../language/format.ts";
import { texts } from "../../language/language.ts";

const inEnglish = (one: string, other: string) => (number: number) => amount(number, one, other);
const inJapanese = (number: number) => `${count(number)} 件`;

/** How many items the lists have that are read from the API. */
export const countTexts = texts({
  en: {
    alarms: inEnglish("alarm", "alarms"),
    books: inEnglish("book", "books"),
    crawls: inEnglish("crawl", "crawls"),
    deliveries: inEnglish("delivery", "deliveries"),
    failedJobs: inEnglish("failed job", "failed jobs"),
    hosts: inEnglish("blocked host", "blocked hosts"),
    jobs: inEnglish("job", "jobs"),
    listings: inEnglish("listing", "listings"),
    mentions: inEnglish("mention", "mentions"),
    notices: inEnglish("notice", "notices"),
    products: inEnglish("product", "products"),
    runs: inEnglish("run", "runs"),
    sites: inEnglish("site", "sites"),
  },
  ja: {
    alarms: inJapanese,
    books: inJapanese,
    crawls: inJapanese,
    deliveries: inJapanese,
    failedJobs: inJapanese,
    hosts: inJapanese,
    jobs: inJapanese,
    listings: inJapanese,
    mentions: inJapanese,
    notices: inJapanese,
    products: inJapanese,
    runs: inJapanese,
    sites: inJapanese,
  },
});
