/** Folders of sources, and the tests that say what their code does. */
export interface MutatedFolders {
  readonly folders: readonly string[];
  /** Patterns of paths. None of the tests needs bundles or a browser. */
  readonly tests: readonly string[];
}

/** The folders whose promises the feature's entries in the fault matrix hold. */
const IN_MATRIX: readonly string[] = ["tables", "work"];

/** Folders of a feature, each with the tests of its name, and further files whose tests say what its code does. */
function ofFeature(name: string, folders: Readonly<Record<string, readonly string[]>>): readonly MutatedFolders[] {
  return Object.entries(folders).map(([folder, further]) => ({
    folders: [`lambdas/${name}/${folder}`],
    tests: [
      ...[`${folder}/**/*`, ...further].map((file) => `test/${name}/${file}.test.ts`),
      ...(IN_MATRIX.includes(folder) ? [`test/faults/${name}.test.ts`] : []),
    ],
  }));
}

const ofShared = (folder: string, ...others: readonly string[]): MutatedFolders => ({
  folders: [`lambdas/shared/${folder}`],
  tests: [`test/shared/${folder}/*.test.ts`, ...others],
});

/** Tests of `client` by their names in its folder of tests. */
const ofClient = (folder: string, ...tests: readonly string[]): MutatedFolders => ({
  folders: [folder],
  tests: tests.map((name) => `test/client/${name}.test.ts`),
});

/** A folder of the local runner, with the tests that need neither a whole system nor threads of functions. */
const ofLocal = (folder: string, ...tests: readonly string[]): MutatedFolders => ({
  folders: [`lib/local${folder}`],
  tests: tests.map((name) => `test/local/${name}.test.ts`),
});

/** A folder of the console, with its fast tests: those in Chromium would take minutes for each mutant. */
const ofConsole = (folder: string, ...tests: readonly string[]): MutatedFolders => ({
  folders: [`console/${folder}`],
  tests: (tests.length === 0 ? [`${folder}/*`] : tests).map((name) => `test/console/${name}.test.ts`),
});

/** What mutation testing covers: what features share, the tables, the pure parts, the readers, the client, the console. */
export const MUTATED: readonly MutatedFolders[] = [
  {
    folders: ["lambdas/shared"],
    tests: ["test/shared/*.test.ts", "test/bookmarks/domain/page-url.test.ts"],
  },
  ofShared("changes", "test/changes/deletions.test.ts", "test/shared/saved-items/*.test.ts"),
  ofShared("html", "test/slides/readers/*.test.ts", "test/bookmarks/readers/*.test.ts"),
  ofShared("http", "test/slides/slides-api.test.ts"),
  ofShared("idempotency", "test/bookmarks/http/user-limits.test.ts", "test/users/deletions.test.ts"),
  ofShared("notices", "test/notices/notices-api.test.ts", "test/notices/hostile-notices.test.ts"),
  ofShared("outbound", "test/shared/request-deadline.test.ts", "test/shared/warm-up-handler.test.ts"),
  ofShared("pictures", "test/bookmarks/fetch/copy-page-pictures.test.ts", "test/slides/copy-thumbnail.test.ts"),
  ofShared(
    "saved-items",
    "test/slides/create-stock.test.ts",
    "test/slides/deleted-pictures.test.ts",
    "test/slides/slides-api.test.ts",
    "test/slides/stock-search.test.ts",
    "test/bookmarks/bookmark-words.test.ts",
    "test/bookmarks/bookmarks-api.test.ts",
    "test/bookmarks/content.test.ts",
    "test/bookmarks/http/*.test.ts",
    "test/bookmarks/tables/*.test.ts",
    "test/users/contents.test.ts",
    "test/users/deletions.test.ts",
    "test/users/kept-fields.test.ts",
    "test/users/move-pages.test.ts",
    "test/users/moves.test.ts",
  ),
  ofShared("search", "test/slides/stock-search.test.ts"),
  ofShared("sending"),
  ofShared("table", "test/shared/saved-items/*.test.ts"),
  ofShared("work", "test/slides/slides-worker.test.ts", "test/slides/slides-reconcile.test.ts"),
  {
    folders: ["lambdas/users"],
    // The others are of the whole stack, and of what lambdas/shared/saved-items does.
    tests: ["contents", "deletions", "users-api", "users-entry"].map((name) => `test/users/${name}.test.ts`),
  },
  { folders: ["lambdas/slides", "lambdas/slides/readers"], tests: ["test/slides/**/*.test.ts"] },
  ...ofFeature("bookmarks", {
    domain: [
      "bookmark-search",
      "bookmark-words",
      "bookmarks-api",
      "bookmarks-worker",
      "content",
      "fetch/*",
      "http/*",
      "one-page/one-page",
    ],
    fetch: ["bookmarks-worker", "duplicates", "one-page/one-page"],
    http: ["bookmarks-api", "bookmarks-entry", "bookmark-search", "content", "duplicates", "failed-jobs-api"],
    readers: [],
    "readers/pdf": [],
    summary: ["model-summaries"],
  }),
  {
    folders: ["lambdas/bookmarks/work"],
    tests: [
      ...["bookmarks-reconcile", "bookmarks-worker", "content", "failed-jobs-api"].map(
        (name) => `test/bookmarks/${name}.test.ts`,
      ),
      "test/faults/bookmarks.test.ts",
    ],
  },
  {
    folders: ["lambdas/bookmarks/tables"],
    tests: [
      "test/bookmarks/*.test.ts",
      "test/bookmarks/http/*.test.ts",
      "test/bookmarks/tables/*.test.ts",
      "test/users/deletions.test.ts",
    ],
  },
  ...ofFeature("books", {
    domain: ["book-search"],
    fetch: [],
    http: ["book-search", "books-api", "jobs-api", "runs-api", "work/run-cursor"],
    readers: [],
    tables: ["book-search", "jobs-api", "runs-api"],
    work: ["books-reconcile", "books-schedule", "runs-api"],
  }),
  ...ofFeature("mercari", {
    domain: ["products-api"],
    http: ["crawl-execute-api", "prices-api", "products-api", "update-product"],
    readers: [],
    tables: [],
    work: ["*"],
  }),
  {
    folders: ["lambdas/mercari/fetch"],
    tests: [
      "test/mercari/fetch/*.test.ts",
      "test/mercari/work/reserved-turns.test.ts",
      "test/local/functions/lambda-invoke.test.ts",
    ],
  },
  ...ofFeature("recommendations", {
    domain: [],
    "domain/documents": [],
    fetch: ["work/*", "check-api"],
    http: ["*"],
    "http/bodies": ["*-api"],
    "http/query": ["*-list-api"],
    readers: [],
    tables: ["work/publish"],
    work: ["*"],
  }),
  {
    folders: ["lambdas/recommendations/http/moderation"],
    tests: ["test/recommendations/*-api.test.ts", "test/recommendations/hidden-mentions.test.ts"],
  },
  {
    folders: ["lambdas/recommendations/embed"],
    tests: ["*.dom", "count-subscription"].map((name) => `test/recommendations/embed/${name}.test.ts`),
  },
  { folders: ["lambdas/changes"], tests: ["test/changes/*.test.ts"] },
  { folders: ["lambdas/notices"], tests: ["test/notices/*.test.ts"] },
  {
    folders: ["lambdas/operations"],
    // The others read the template or are about the judge of all answers.
    tests: [
      "alarms",
      "all-reconciled",
      "documented",
      "openapi",
      "openapi-operation",
      "operations-entry",
      "queues",
      "reconcile",
      "unknown-route",
    ].map((name) => `test/operations/${name}.test.ts`),
  },
  {
    folders: ["lambdas/site"],
    tests: ["on-deploy", "read-files"].map((name) => `test/site/${name}.test.ts`),
  },
  ofClient("client", "*", "sync/automatic"),
  ofClient("client/moving", "moving/*"),
  ofClient("client/offline", "offline-queue", "queue-entry", "queue-events", "queued-changes", "source-hint"),
  ofClient("client/sync", "sync/*", "queued-changes"),
  { folders: ["lib/pipeline"], tests: ["test/pipeline/*.test.ts"] },
  {
    folders: ["lib/cli", "lib/cli/jobs", "lib/cli/moving"],
    tests: ["test/cli/*.test.ts", "test/cli/doctor/doctor.test.ts"],
  },
  {
    folders: ["lib/cli/doctor", "lib/cli/doctor/live", "lib/cli/doctor/machine", "lib/cli/doctor/stage"],
    tests: ["test/cli/doctor/*.test.ts"],
  },
  { folders: ["lib/cli/shell"], tests: ["test/cli/shell/*.test.ts"] },
  { folders: ["lib/cli/mcp", "lib/cli/mcp/tools"], tests: ["test/cli/mcp/*.test.ts"] },
  { folders: ["lib/cli/smoke"], tests: ["test/cli/smoke/*.test.ts"] },
  {
    folders: ["lib/policies"],
    tests: [
      "test/local/access/policies.test.ts",
      "test/local/access/resource-policies.test.ts",
      "test/cli/doctor/stage-checks.test.ts",
    ],
  },
  // Of the runner, what is told without starting one.
  ofLocal("", "environment", "outputs", "until-stopped", "data-folder", "storage-failure"),
  ofLocal("/access", "access/policies", "access/resource-policies", "access/signature"),
  ofLocal("/alarms", "alarms/*"),
  ofLocal("/events", "events/*"),
  ofLocal(
    "/gateway",
    "gateway/allowed-hosts",
    "gateway/gateway-event",
    "gateway/gateway-template",
    "gateway/requests-in-flight",
    "gateway/token-issuer",
  ),
  ofLocal("/site", "site/*"),
  // The assembly itself takes seconds to make.
  ofLocal(
    "/template",
    "template/assembly-cache",
    "template/identities",
    "template/read-assembly",
    "template/template",
    "template/thread-script",
    "emulators/secrets",
  ),
  ofConsole("session"),
  ofConsole("library"),
  ofConsole("bookmarks"),
  ofConsole("bookmarks/merging", "reading/facts.dom"),
  ofConsole("saved-items", "saved-items/*", "bookmarks/*", "slides/slides-screen.dom"),
  ofConsole("saved-items/editing", "saved-items/*", "bookmarks/*", "slides/slides-screen.dom"),
  ofConsole("bookmarks/continuing", "bookmarks/begun-texts"),
  ofConsole("slides"),
  ofConsole("books"),
  ofConsole("prices"),
  ofConsole("prices/crawl", "prices/*"),
  ofConsole("prices/listings", "prices/*"),
  ofConsole("prices/junk", "prices/*"),
  ofConsole("prices/nothing", "prices/*"),
  ofConsole("prices/product", "prices/*"),
  ofConsole("prices/trend", "prices/*"),
  ofConsole("prices/verdict", "prices/*"),
  ofConsole("recommendations"),
  ofConsole("recommendations/add", "recommendations/*"),
  ofConsole("recommendations/deliveries", "recommendations/*"),
  ofConsole("recommendations/mentions", "recommendations/*"),
  ofConsole("operations"),
  ofConsole("operations/alarms", "operations/operations-screen.dom"),
  ofConsole("operations/failed-jobs", "operations/failed-jobs.dom"),
  ofConsole(
    "operations/jobs",
    "operations/jobs.dom",
    "operations/job-screen.dom",
    "operations/job-dialog.dom",
    "operations/operations-screen.dom",
  ),
  ofConsole("operations/jobs/form", "operations/job-d*"),
  ofConsole("notices", "notices/notices.dom"),
  ofConsole("operations/queues", "operations/operations-screen.dom", "operations/depth-history"),
  ofConsole("first-run", "first-run/*", "bookmarks/bookmarks-screen.dom"),
  ofConsole("settings"),
  ofConsole("reading"),
  ofConsole("share"),
  ofConsole("frame"),
  ofConsole("shell"),
  ofConsole("status"),
  ofConsole("device", "frame/*"),
  ofConsole("language"),
  ofConsole("parts"),
  ofConsole("parts/focus", "parts/*", "bookmarks/bookmarks-screen.dom"),
  ofConsole("parts/queries"),
  ofConsole("parts/forms"),
  ofConsole("parts/marks"),
  ofConsole("parts/moving"),
  ofConsole("parts/pictures"),
  ofConsole("parts/place", "parts/place/*", "parts/queries/pages.dom"),
  ofConsole("parts/sparkline"),
  ofConsole("parts/states"),
  ofConsole("parts/queue", "parts/queue/*", "waiting/*"),
  ofConsole("parts/selection", "bookmarks/bookmarks-selection.dom", "tags/*"),
  ofConsole("parts/search", "parts/search/*", "bookmarks/save-form.dom"),
  ofConsole("parts/tables", "prices/listings.dom", "operations/job-screen.dom", "parts/parts.dom"),
  ofConsole("parts/tags"),
  ofConsole("tags"),
  ofConsole("waiting"),
];
