/** Whether every test runs. A plain `npm test` runs the fast ones (docs/decisions/0023-fast-tests.md). */
export const IN_CI = process.env.CI === "true";

/** The files that this run leaves out, as patterns of paths from the root. */
export const LEFT_OUT: string[] = IN_CI ? [] : ["test/**/*.ci.test.ts"];
