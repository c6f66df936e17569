/** The house's rules on who may import whom; CONTRIBUTING.md says why. */
module.exports = {
  forbidden: [
    {
      name: "no-circles",
      severity: "error",
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ["type-only"] } },
    },
    {
      name: "shared-imports-no-feature",
      severity: "error",
      from: { path: "^lambdas/shared/" },
      to: { path: "^lambdas/", pathNot: "^lambdas/shared/" },
    },
    {
      name: "features-import-no-feature",
      severity: "error",
      from: { path: "^lambdas/([^/]+)/", pathNot: "^lambdas/(shared|operations)/" },
      to: { path: "^lambdas/", pathNot: "^lambdas/(shared|$1)/" },
    },
    {
      name: "operations-puts-the-whole-together",
      comment:
        "Of a feature it may know the routes, and what reconcile needs: its reconcile.ts, tables, stores and messages.",
      severity: "error",
      from: { path: "^lambdas/operations/" },
      to: {
        path: "^lambdas/",
        pathNot: "^lambdas/(shared|operations)/|/(routes|reconcile|[a-z-]+-(table|store|client|message))\\.ts$",
      },
    },
    {
      name: "lambdas-never-import-lib",
      severity: "error",
      from: { path: "^lambdas/" },
      to: { path: "^(lib|bin|test)/" },
    },
    {
      name: "lib-takes-routes-and-types-only",
      comment:
        "Three exceptions: what counts as a public address, for the egress map; how the gateway names a route; and the doctor's questions to outside sites, see the next rule.",
      severity: "error",
      from: { path: "^lib/", pathNot: "^lib/cli/doctor/live/" },
      to: {
        path: "^lambdas/",
        pathNot: "/routes\\.ts$|^lambdas/shared/(public-address|route)\\.ts$",
        dependencyTypesNot: ["type-only"],
      },
    },
    {
      name: "the-doctor-asks-through-the-readers",
      comment:
        "It says where an outside site has drifted from what the functions' own readers know: of lambdas it takes these and the guarded fetch (docs/decisions/0016-doctor.md).",
      severity: "error",
      from: { path: "^lib/cli/doctor/live/" },
      to: {
        path: "^lambdas/",
        pathNot:
          "^lambdas/(shared/outbound-(fetch|error)|slides/fetch-metadata|books/google-books|mercari/(robots|page/search-(page|url)|source/(http|rendered)-page-source)|recommendations/site/site-endpoint)\\.ts$",
        dependencyTypesNot: ["type-only"],
      },
    },
    {
      name: "the-doctor-asks-outside-only-when-told",
      comment: "Loaded when --live is given, so that no other command loads the functions' code.",
      severity: "error",
      from: { path: "^lib/", pathNot: "^lib/cli/doctor/live/" },
      to: { path: "^lib/cli/doctor/live/", dependencyTypesNot: ["type-only", "dynamic-import"] },
    },
    {
      name: "the-stack-knows-no-local-runner",
      severity: "error",
      from: { path: "^lib/", pathNot: "^lib/local/" },
      to: { path: "^lib/local/" },
    },
    {
      name: "only-test-and-demo-import-test",
      severity: "error",
      from: { path: "^(lib|lambdas|client|bin)/", pathNot: "^bin/demo\\.ts$" },
      to: { path: "^test/" },
    },
    {
      name: "client-takes-types-only",
      comment: "One exception: a Retry-After is read the same on both sides.",
      severity: "error",
      from: { path: "^client/" },
      to: {
        path: "^lambdas/",
        pathNot: "^lambdas/shared/retry-after\\.ts$",
        dependencyTypesNot: ["type-only"],
      },
    },
    {
      name: "client-never-imports-lib",
      severity: "error",
      from: { path: "^client/" },
      to: { path: "^(lib|bin)/" },
    },
    {
      name: "client-runs-in-browsers",
      severity: "error",
      from: { path: "^client/", pathNot: "^client/(node/|dist/|build\\.ts$)" },
      to: { dependencyTypes: ["core", "npm", "npm-dev"], dependencyTypesNot: ["type-only"] },
    },
    {
      name: "things-are-pure",
      comment: "The thing itself, its URL and its readers: no AWS, no HTTP, no clock.",
      severity: "error",
      from: {
        path: "^lambdas/(shared/(plain-text|media-type|status-failure|derived-id|markup|page/[a-z-]+)|slides/(stock|deck-url|deck-metadata|oembed|speakerdeck|docswell|google-slides)|books/(job|book|isbn|query-set|google-books|google-refusal|description-text|collect|pacific-date)|mercari/(product|crawl-result|crawl-run|watch-list|price-trend|breaker|page/[a-z-]+)|bookmarks/(bookmark|page-url|page/[a-z-]+|summary/(summariser|extractive-summariser|salient-words|whole-sentences))|recommendations/(recommendation|duplicate-key|web-url|own-site|site-info-answer|site-page-answer|site/site-(endpoint|fields|icon|json-ld|page)|webmention/[a-z-]+|query/[a-z-]+))\\.ts$",
      },
      to: {
        path: "@aws-sdk|@middy|^lambdas/shared/(clock|outbound-fetch|http-api|worker|table|queue)\\.ts$|^(https?|net|dns)$",
      },
    },
    {
      name: "no-undeclared-packages",
      severity: "error",
      from: {},
      to: { dependencyTypes: ["npm-no-pkg", "unknown", "undetermined"] },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "require", "node", "default", "types"],
    },
    exclude: { path: "^test/perf/peers" },
  },
};
