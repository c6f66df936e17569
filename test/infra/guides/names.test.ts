import { globSync } from "node:fs";
import { expect, it } from "vitest";
import { allRoutes } from "../../../lambdas/operations/all-routes.ts";
import { synthesized } from "../synthesized.ts";
import { marked, ROOT, read, sources } from "./documents.ts";

/** Names that are not this project's, by whose they are; and a word of which the code has only the parts. */
const OTHERS: Readonly<Record<string, readonly string[]>> = {
  "AWS's command line": [
    ...["admin-user-global-sign-out", "cancel-message-move-task", "delete-secret", "filter-expression"],
    ...["get-account-settings", "list-message-move-tasks", "list-users", "message-action"],
    ...["backup-type", "list-backups", "restore-table-from-backup"],
  ],
  "AWS's own": [
    // Of a stage with backups.
    ...["BackupPlanId", "BackupSelection"],
    ...["AliasAttributes", "ApiMapping", "LogGroupClass", "ObjectLockEnabled"],
    ...["AssociateSoftwareToken", "ERROR_CODE", "ERROR_MESSAGE", "GlobalSignOut"],
    ...["FunctionExecutionErrors", "FunctionThrottles", "ReadThrottleEvents", "ROLLBACK_FAILED"],
    ...["SetUserMFAPreference", "UPDATE_ROLLBACK_FAILED", "UpdateUserAttributes", "WriteThrottleEvents"],
    ...["LambdaDeploymentConfig", "NodejsFunction", "messageString", "x-cache"],
  ],
  "of packages, tools and standards": [
    ...["HeadlessChrome", "fonts-ipafont-gothic", "http-link-header"],
    ...["robots-parser", "structuredContent", "unfiltered_html", "unsafe-eval", "unsafe-inline"],
    ...["addons-linter", "bootstrapQualifier", "innerHTML", "onActivated", "this-firefox", "web-ext"],
  ],
  "a reader's": ["consultant-books", "magpie_recommendations"],
  "of a code that begins with `webhook_`": [
    ...["webhook_blocked_address", "webhook_name_not_resolved", "webhook_network", "webhook_timeout"],
    ...["webhook_status_3", "webhook_status_4", "webhook_status_5"],
  ],
};

/** The words of the code, of the template and of the files' names; the tests' own words are those of their tools. */
const known = [
  ...sources
    .filter((path) => !path.startsWith("test/") || /^test\/(?:chaos|ci-packages|emulators|extension|in-ci)/.test(path))
    .map(read),
  ...globSync("{bin,lib,lambdas,client,console,extension,test,docs}/**", { cwd: ROOT }),
  ...globSync(".github/**/*.yml", { cwd: ROOT }).map(read),
  ...[synthesized(), synthesized("prod", { region: "eu-central-1", firewall: {} })]
    .flatMap(({ assembly }) => assembly.stacks)
    .map(({ stackName, template }) => `${stackName} ${JSON.stringify(template)}`),
].join("\n");

it("are of the code, of the template or of a file, wherever a document has them in code marks", () => {
  const names = marked.flatMap(([path, text]) =>
    // In several words, or with a hump: a single word may be of any language.
    [...text.matchAll(/[A-Za-z]\w*(?:-\w+)*/g)]
      .filter(([name]) => /[_-]|[a-z][A-Z]/.test(name))
      .map(([name]) => [path, name] as const),
  );
  expect(names.length).toBeGreaterThan(1_000);
  const used = new Set(names.map(([, name]) => name));
  const words = new Set(known.match(/\w+(?:-\w+)*/g));
  // A name may be a part of a longer word.
  const unknown = new Set([...used].filter((name) => !words.has(name) && !known.includes(name)));
  const others = new Set(Object.values(OTHERS).flat());
  expect(
    names.filter(([, name]) => unknown.has(name) && !others.has(name)),
    "The code has none of these: correct the document, or add a name of others to OTHERS here",
  ).toEqual([]);
  expect(
    [...others].filter((name) => !unknown.has(name)),
    "The code has these, or no document names them: take each out of OTHERS here",
  ).toEqual([]);
});

/** The paths of the local system and the site's bucket beside the routes. */
const BESIDE = [
  "POST /_local/schedules/{name}/run",
  "GET /_local/mail/store",
  "GET /_local/alarms",
  "GET /.well-known/recommendations.json",
  "GET /.well-known/recommendations.opml",
  "GET /recommendations.atom",
];

it("of routes are those of the API", () => {
  const routes = [...allRoutes.map(({ method, path }) => `${method} ${path}`), ...BESIDE].map(
    (route) =>
      new RegExp(`^${route.replaceAll("/", "\\/").replaceAll(/\{\w+\}/g, "(?:\\{\\w+\\}|[\\w-]+)")}(?:\\?.*)?$`),
  );
  const named = marked.filter(([, text]) => /^(?:GET|HEAD|POST|PUT|PATCH|DELETE) \/[^\s]*$/.test(text));
  expect(named.length).toBeGreaterThan(100);
  const unknown = named.filter(([, text]) => !routes.some((route) => route.test(text)));
  expect(unknown, "No route has the name: correct the document, or add it to BESIDE here").toEqual([]);
});

it("of the files that run in CI only are all in the decision on them", () => {
  const decision = read("docs/decisions/0023-fast-tests.md");
  const [, table = ""] = /^## What runs in CI only\n(.*?)^## /ms.exec(decision) ?? [];
  const names = table
    .split("\n")
    .flatMap((row) => [...(row.split("|")[2] ?? "").matchAll(/`([^`]+)`/g)].map(([, name = ""]) => name));
  const paths = globSync("test/**/*.ci.test.{ts,tsx}", { cwd: ROOT });
  const isOf = (path: string, name: string) => path.includes(name.endsWith("/") ? `/${name}` : `/${name}.ci.test.`);
  const lacking = paths.filter((path) => !names.some((name) => isOf(path, name)));
  const unknown = names.filter((name) => !paths.some((path) => isOf(path, name)));
  expect({ lacking, unknown }, "Correct `What runs in CI only` in docs/decisions/0023-fast-tests.md").toEqual({
    lacking: [],
    unknown: [],
  });
});
