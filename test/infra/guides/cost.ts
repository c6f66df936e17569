import type { Resource, Synthesized } from "../synthesized.ts";

/** One line of a bill: dollars a month in us-east-1, with the free tier of an account and without. */
export interface Item {
  readonly what: string;
  /** How it is calculated. */
  readonly how: string;
  /** In an account with no other use. */
  readonly first: number;
  /** Beside a stage that uses up the free alarms and SQS requests. */
  readonly second: number;
  readonly withoutFree: number;
}

/**
 * Paid units, in US dollars; list prices of us-east-1. `free` for a month and account, permanently, not only in the first
 * year.
 */
export const PRICES = {
  alarmMetric: { each: 0.1, free: 10 },
  dashboard: { each: 3, free: 3 },
  secret: { each: 0.4, free: 0 },
  queueRequest: { each: 0.4 / 1e6, free: 1e6 },
  schedule: { each: 1 / 1e6, free: 14e6 },
  invocation: { each: 0.2 / 1e6, free: 1e6 },
  gigabyteSecond: { each: 0.0000133334, free: 400_000 },
  gigabyteSecondOnX86: { each: 0.0000166667, free: 400_000 },
  tableRead: { each: 0.125 / 1e6, free: 0 },
  tableWrite: { each: 0.625 / 1e6, free: 0 },
  bucketRead: { each: 0.4 / 1e6, free: 0 },
  bucketWrite: { each: 5 / 1e6, free: 0 },
  logGigabyte: { each: 0.5, free: 5 },
  apiRequest: { each: 1 / 1e6, free: 0 },
  apiGigabyte: { each: 0.09, free: 0 },
  edgeRequest: { each: 1 / 1e6, free: 10e6 },
  edgeGigabyte: { each: 0.085, free: 1_000 },
  firewallRequest: { each: 0.6 / 1e6, free: 0 },
} as const;

/** A paid unit. */
export type Paid = keyof typeof PRICES;

/** Hours of a month, on average. */
export const HOURS = 730;
/** Pollers of an event source with a maximum concurrency, each of which waits up to 20 s for a message (Lambda guide). */
const POLLERS = 5;
const POLL_SECONDS = 20;
/** Seconds of a schedule's run that has nothing to do; less in a warm container. */
const RUN_SECONDS = 1;
/** Bytes of a log line, with its timestamp and CloudWatch's overhead. */
export const LINE_BYTES = 500;
/** Reads of tables in one run of `reconcile`, with half a unit or one for each, and of the published list. */
export const RECONCILE = { reads: 29, bucketReads: 1 };
/** Reads of one run of `books-due` without a due job, by docs/scale.md. */
const DUE_READS = 1;

/** The paid part of a quantity, beyond the free tier. */
function item(what: string, how: string, quantity: number, paid: Paid): Item {
  const { each, free } = PRICES[paid];
  const rest = Math.max(0, quantity - free) * each;
  const isShared = paid === "alarmMetric" || paid === "queueRequest";
  const whole = quantity * each;
  return { what, how, first: rest, second: isShared ? whole : rest, withoutFree: whole };
}

/** Runs of a schedule in a month. */
function runsOf(expression: string): number {
  const [, count, unit] = /^rate\((\d+) (minute|hour|day)s?\)$/.exec(expression) ?? [];
  if (unit !== undefined) return (HOURS * { minute: 60, hour: 1, day: 1 / 24 }[unit as "minute"]) / Number(count);
  if (expression === "cron(0 * * * ? *)") return HOURS;
  throw new Error(`Nobody knows how often ${expression} is`);
}

const metricsIn = ({ Metrics }: Resource["Properties"]): number =>
  // biome-ignore lint/suspicious/noExplicitAny: a part of the template.
  Metrics === undefined ? 1 : Metrics.filter(({ MetricStat }: any) => MetricStat !== undefined).length;

/** The monthly cost of an idle stage. */
export function idleCost(stack: Synthesized): readonly Item[] {
  const alarms = stack.some("AWS::CloudWatch::Alarm");
  const alarmMetrics = alarms.reduce((sum, [, alarm]) => sum + metricsIn(alarm.Properties), 0);
  const sources = stack.some("AWS::Lambda::EventSourceMapping").length;
  const receives = Math.round((HOURS * 3_600 * POLLERS) / POLL_SECONDS);
  const schedules = stack.some("AWS::Scheduler::Schedule").map(([, { Properties }]) => {
    const [, target] = stack.target(Properties.Target.Arn, "AWS::Lambda::Function");
    const runs = runsOf(Properties.ScheduleExpression);
    return {
      name: String(Properties.Name),
      runs,
      gigabyteSeconds: (runs * RUN_SECONDS * target.Properties.MemorySize) / 1_024,
    };
  });
  const runs = Math.round(schedules.reduce((sum, schedule) => sum + schedule.runs, 0));
  const gigabyteSeconds = Math.round(schedules.reduce((sum, schedule) => sum + schedule.gigabyteSeconds, 0));
  const reconciles = schedules.find(({ name }) => name.endsWith("-reconcile"))?.runs ?? 0;
  const dues = schedules.find(({ name }) => name.endsWith("-books-due"))?.runs ?? 0;
  const reads = Math.round(reconciles * RECONCILE.reads + dues * DUE_READS + (runs - reconciles - dues));
  const words = new Intl.NumberFormat("en-US");
  const n = (value: number) => words.format(value);
  const secrets = stack.some("AWS::SecretsManager::Secret").length;
  const dashboards = stack.some("AWS::CloudWatch::Dashboard").length;
  return [
    item("Alarms", `${alarms.length} alarms on ${alarmMetrics} metrics`, alarmMetrics, "alarmMetric"),
    item(
      "Polling of queues",
      `${sources} event sources, ${n(receives)} receives each`,
      sources * receives,
      "queueRequest",
    ),
    item("Secrets", `${secrets}: the site's`, secrets, "secret"),
    item("Dashboards", `${dashboards}`, dashboards, "dashboard"),
    item("Schedules", `${n(runs)} starts`, runs, "schedule"),
    item("Runs of schedules", `${n(runs)} invocations`, runs, "invocation"),
    item("", `${n(gigabyteSeconds)} GB-s, a second for each run`, gigabyteSeconds, "gigabyteSecond"),
    item("Reads of tables", `${n(reads)} units`, reads, "tableRead"),
    item("Reads of the published list", n(reconciles), reconciles * RECONCILE.bucketReads, "bucketRead"),
    item("Logs", `two lines a run, ${LINE_BYTES} bytes each`, (runs * 2 * LINE_BYTES) / 1e9, "logGigabyte"),
  ];
}

/** The operations for one item of a kind; each number is a quantity for one item. */
export interface Operation {
  readonly what: string;
  readonly uses: Partial<Record<Paid, number>>;
}

/** The operations for one item, from the request to the last write; items of 1 KB, every first attempt successful. */
interface Work {
  readonly requests?: number;
  /** Memory in MB and seconds of the function behind the API, and of the worker. */
  readonly api: readonly [megabytes: number, seconds: number];
  readonly worker?: readonly [megabytes: number, seconds: number];
  /** Runs of the browser, which needs x86_64, and the duration of one. */
  readonly rendered?: readonly [times: number, megabytes: number, seconds: number];
  /** Writes of the request by docs/scale.md, and those of the worker. */
  readonly writes?: number;
  /** Copies of those writes into indexes. */
  readonly copies?: number;
  readonly reads?: number;
  readonly messages?: number;
  readonly lines?: number;
  /** Objects stored in buckets. */
  readonly objects?: number;
}

function operation(what: string, work: Work): Operation {
  const { requests = 0, api, worker = [0, 0], rendered = [0, 0, 0], objects = 0 } = work;
  const { writes = 0, copies = 0, reads = 0, messages = 0, lines = 0 } = work;
  const invocations = requests + messages + rendered[0];
  return {
    what,
    uses: {
      apiRequest: requests,
      invocation: invocations,
      gigabyteSecond: (requests * api[0] * api[1] + messages * worker[0] * worker[1]) / 1_024,
      gigabyteSecondOnX86: (rendered[0] * rendered[1] * rendered[2]) / 1_024,
      tableWrite: writes + copies,
      tableRead: reads,
      bucketWrite: objects,
      // Sent, received, deleted.
      queueRequest: messages * 3,
      logGigabyte: (lines * LINE_BYTES) / 1e9,
    },
  };
}

/**
 * The kinds of items. Memory is the template's; `writes` of the request are passed in from docs/scale.md.
 *
 * @param memory megabytes of a function by its entry, e.g. `slides/worker`
 * @param written writes of an operation in docs/scale.md, by its first words
 */
export function operations(memory: (entry: string) => number, written: (row: string) => number): readonly Operation[] {
  const api = (feature: string): [number, number] => [memory(`${feature}/api`), 0.05];
  return [
    operation("Decks saved", {
      requests: 1,
      api: api("slides"),
      worker: [memory("slides/worker"), 1],
      writes: written("Save a deck") + 1,
      // Into the local index and into `search` twice, into `pending` and out of it; into `changes`, and within it.
      copies: 6 + 3,
      reads: 1,
      messages: 1,
      lines: 6,
      // The thumbnail.
      objects: 1,
    }),
    operation("Bookmarks saved, without a model", {
      requests: 1,
      api: api("bookmarks"),
      worker: [memory("bookmarks/worker"), 1],
      // Marked as processing, then the page's contents.
      writes: written("Save a bookmark") + 2,
      // The key has no index; three writes go into the local one, two into `search`; into `pending`, and twice within it; into
      // `changes`, and twice within it. The words of its text are a unit more of the table, the local index and `search`.
      copies: 3 + 2 + 5 + 5 + 3,
      reads: 2,
      messages: 1,
      lines: 7,
      // The text.
      objects: 1,
    }),
    operation("Pages of a search, 4,000 bookmarks each", {
      requests: 1,
      // Six answers of DynamoDB's are parsed, and words unpacked, 25 µs each; 0.2 s on a whole processor.
      api: [memory("bookmarks/api"), 0.7],
      // Texts and words of 1.5 KB, of which half a unit reads 4 KB, and one bookmark found.
      reads: (4_000 * 1.5) / 8 + 1,
      lines: 2,
    }),
    operation("Pages of a search, 6,000 decks or books each", {
      requests: 1,
      api: [memory("slides/api"), 0.25],
      // Texts of half a KB.
      reads: (6_000 * 0.5) / 8 + 1,
      lines: 2,
    }),
    operation("Requests for changes that find none", {
      requests: 1,
      api: api("changes"),
      // Half a unit for each index.
      reads: 1,
      lines: 2,
    }),
    operation("Places in texts, kept", {
      requests: 1,
      api: api("bookmarks"),
      writes: written("Keep a place in a text"),
      // Its words are a unit more, the local index has both, and the bookmark moves within `changes`.
      copies: 1 + 2 + 2,
      reads: 1,
      lines: 2,
    }),
    operation("Runs of book jobs, one page of known books", {
      api: api("books"),
      worker: [memory("books/worker"), 2],
      // The schedule moves the job's entry when the run has ended.
      writes: written("A run of a book job, one page of known books") + 1,
      // Within index `pending`, when the run is requested and when it has ended.
      copies: 2 + 2,
      // Forty books, half a unit or one each, and the job.
      reads: 41,
      messages: 1,
      lines: 4,
    }),
    operation("Books found, a new one each", {
      api: api("books"),
      worker: [memory("books/worker"), 0.05],
      writes: written("a book that is new"),
      // The local index and `search`.
      copies: 2,
    }),
    operation("Covers copied, forty at once", {
      api: api("books"),
      // Three seconds for forty.
      worker: [memory("books/worker"), 3],
      writes: written("its cover, copied"),
      // The local index.
      copies: 1,
      reads: 1,
      messages: 1 / 40,
      lines: 1 / 40,
      objects: 1,
    }),
    operation("Clicks of readers, counted", {
      requests: 1,
      api: api("recommendations"),
      writes: written("Count a click"),
      // The directory, of some dozens of sites.
      reads: 4,
      lines: 2,
    }),
    operation("Crawls of a product, nothing changed, three pages", {
      api: api("mercari"),
      // Three seconds before each page, and two for it.
      worker: [memory("mercari/worker"), 15],
      rendered: [3, memory("mercari/renderer"), 2],
      writes: written("A crawl in which none of 120 listings has changed") + 3 * 2,
      // Into index `pending`, within it when the crawl begins, and out of it.
      copies: 1 + 4,
      // The host, its robots.txt and the product for each page; the watch list, a row for each listing, and 280 sales.
      reads: 3 * 2 + 2 + 3 * 120 + 4,
      messages: 1,
      lines: 8,
    }),
    operation("Detail checks of a listing, nothing changed", {
      api: api("mercari"),
      // As for a page of a crawl.
      worker: [memory("mercari/worker"), 5],
      rendered: [1, memory("mercari/renderer"), 2],
      // When the listing is checked next, in the watch list, and the page.
      writes: 1 + 2,
      // The host, its robots.txt, the product, the row and its part of the watch list; all of that, and 280 sales.
      reads: 2 + 3 + 2 + 4,
      messages: 1,
      lines: 3,
    }),
  ];
}

/** The memory of a stage's functions in MB, by their entries. */
export function memoryOf(stack: Synthesized): (entry: string) => number {
  return (entry) => {
    const found = stack
      .some("AWS::Lambda::Function")
      .find(([, { Properties }]) => Properties.Description === `lambdas/${entry}.ts`);
    if (found === undefined) throw new Error(`There is no function ${entry}`);
    return found[1].Properties.MemorySize;
  };
}

/** Dollars for a million of an operation, without a free tier, by purpose. */
export function costOfMillion({
  uses,
}: Operation): Readonly<Record<"requests" | "compute" | "tables" | "objects" | "logs", number>> {
  const of = (...paid: readonly Paid[]) =>
    paid.reduce((sum, each) => sum + (uses[each] ?? 0) * PRICES[each].each * 1e6, 0);
  return {
    requests: of("apiRequest", "invocation", "queueRequest"),
    compute: of("gigabyteSecond", "gigabyteSecondOnX86"),
    tables: of("tableWrite", "tableRead"),
    objects: of("bucketWrite"),
    logs: of("logGigabyte"),
  };
}

/** Reads the writes of an operation in docs/scale.md by its first words; of "2; sent again 1" the 2. @param scale the document */
export function writesIn(scale: string): (row: string) => number {
  return (row) => {
    const [, writes] = new RegExp(`^\\| ${row}[^|]*\\| (\\d+)`, "m").exec(scale) ?? [];
    if (writes === undefined) throw new Error(`docs/scale.md has no row "${row}"`);
    return Number(writes);
  };
}

/** Rows as Markdown, every column as wide as its widest cell; numbers to the right. */
export function table(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const cells = rows.map((row) => row.map((cell) => (typeof cell === "number" ? cell.toFixed(2) : cell)));
  const widths = head.map((title, index) => Math.max(title.length, ...cells.map((row) => row[index]?.length ?? 0)));
  const isNumber = head.map((_, index) => rows.every((row) => typeof row[index] === "number"));
  const line = (row: readonly string[]) =>
    `| ${row.map((cell, index) => (isNumber[index] ? cell.padStart(widths[index] ?? 0) : cell.padEnd(widths[index] ?? 0))).join(" | ")} |`;
  const rule = `| ${widths.map((width, index) => (isNumber[index] ? `${"-".repeat(width - 1)}:` : "-".repeat(width))).join(" | ")} |`;
  return [line(head), rule, ...cells.map(line)].join("\n");
}

/** Of a failed comparison with a document that tests write. */
export const WRITTEN_BY = "If the change is intended: npx vitest run test/infra -u, and read the difference";

/** A document with these tables in the places that name them: from `<!-- name -->` to `<!-- end -->`. */
export function withTables(document: string, tables: Readonly<Record<string, string>>): string {
  return Object.entries(tables).reduce((text, [name, computed]) => {
    const start = `<!-- ${name} -->\n\n`;
    const place = text.indexOf(start);
    if (place < 0) throw new Error(`The document has no place for the table ${name}`);
    // A new place is empty: its end follows at once.
    const end = text.indexOf("\n\n<!-- end -->", place);
    return `${text.slice(0, place)}${start}${computed}${text.slice(end)}`;
  }, document);
}
