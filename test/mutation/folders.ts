/** Folders of sources, and the tests that say what their code does. */
export interface MutatedFolders {
  readonly folders: readonly string[];
  /** Patterns of paths. None of the tests needs bundles or a browser. */
  readonly tests: readonly string[];
}

const ofFeature = (name: string, folders: readonly string[]): MutatedFolders => ({
  folders: folders.map((folder) => `lambdas/${name}/${folder}`),
  tests: [`test/${name}/**/*.test.ts`],
});

/** What mutation testing covers: what features share, the tables, the pure parts, the readers, the client. */
export const MUTATED: readonly MutatedFolders[] = [
  {
    folders: [
      "",
      "/changes",
      "/html",
      "/http",
      "/idempotency",
      "/outbound",
      "/search",
      "/sending",
      "/table",
      "/work",
    ].map((folder) => `lambdas/shared${folder}`),
    tests: ["test/shared/**/*.test.ts", "test/slides/**/*.test.ts", "test/changes/followed-tables.test.ts"],
  },
  { folders: ["lambdas/slides", "lambdas/slides/readers"], tests: ["test/slides/**/*.test.ts"] },
  ofFeature("bookmarks", ["domain", "readers", "summary", "tables"]),
  ofFeature("books", ["domain", "readers", "tables"]),
  ofFeature("mercari", ["domain", "readers", "tables"]),
  ofFeature("recommendations", ["domain", "readers", "tables"]),
  { folders: ["client", "client/moving", "client/offline", "client/sync"], tests: ["test/client/**/*.test.ts"] },
];
