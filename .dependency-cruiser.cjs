/** The import rules; CONTRIBUTING.md gives the reasons. */
module.exports = {
  forbidden: [
    {
      name: "no-circles",
      severity: "error",
      from: {},
      to: { circular: true },
    },
    {
      name: "no-circles-of-folders",
      scope: "folder",
      severity: "error",
      from: { path: "^(bin|lib|lambdas|client|console|extension)(/|$)" },
      to: { circular: true },
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
      from: { path: "^lambdas/([^/]+)/", pathNot: "^lambdas/(shared|operations|changes|users)/" },
      to: { path: "^lambdas/", pathNot: "^lambdas/(shared|$1)/" },
    },
    {
      name: "changes-merges-what-features-export",
      comment: "Of a feature it may know its routes, for the answers about its items, and how its changes are read.",
      severity: "error",
      from: { path: "^lambdas/changes/" },
      to: {
        path: "^lambdas/",
        pathNot: "^lambdas/(shared|changes)/|^lambdas/[^/]+/(routes|changes)\\.ts$",
      },
    },
    {
      name: "users-merges-what-features-export",
      comment: "Of a feature it may know its routes, and what it keeps of people.",
      severity: "error",
      from: { path: "^lambdas/users/" },
      to: {
        path: "^lambdas/",
        pathNot: "^lambdas/(shared|users)/|^lambdas/[^/]+/(routes|personal)\\.ts$",
      },
    },
    {
      name: "operations-puts-the-whole-together",
      comment: "Of a feature it may know what it merges into lists: its routes, and its part in reconcile.",
      severity: "error",
      from: { path: "^lambdas/operations/" },
      to: {
        path: "^lambdas/",
        pathNot: "^lambdas/(shared|operations)/|^lambdas/[^/]+/(routes|reconcile|uses)\\.ts$",
      },
    },
    {
      name: "lambdas-never-import-lib",
      severity: "error",
      from: { path: "^lambdas/" },
      to: { path: "^(lib|bin|test)/" },
    },
    {
      name: "lib-takes-routes-uses-and-types-only",
      comment:
        "Six exceptions: what counts as a public address, for the egress map; how the gateway names a route; the languages; what counts as a subdomain; the records of the providers of decks; and the doctor's questions to outside sites, see the next rule.",
      severity: "error",
      from: { path: "^lib/", pathNot: "^lib/cli/doctor/live/" },
      to: {
        path: "^lambdas/",
        pathNot:
          "/(routes|uses|on-schedule-uses)\\.ts$|^lambdas/shared/(outbound/public-address|http/route|notices/languages|within-site)\\.ts$|^lambdas/slides/(provider-names|providers)\\.ts$",
        dependencyTypesNot: ["type-only"],
      },
    },
    {
      name: "the-doctor-asks-through-the-readers",
      comment:
        "It says where an outside site has drifted from what the functions' own readers know: of lambdas it takes these and the guarded fetch (docs/decisions/0016-checking-a-stage.md).",
      severity: "error",
      from: { path: "^lib/cli/doctor/live/" },
      to: {
        path: "^lambdas/",
        pathNot: [
          "^lambdas/shared/outbound/(outbound-(fetch|error)|robots-rules)\\.ts$",
          "^lambdas/slides/(fetch-metadata|provider-names|providers)\\.ts$",
          "^lambdas/(books|mercari|recommendations)/(fetch|readers)/",
          "^lambdas/mercari/domain/search-url\\.ts$",
        ],
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
      name: "the-protocol-of-agents-is-the-command-line's",
      comment: "The SDK brings a web server along, which must weigh in no Lambda and not in the console.",
      severity: "error",
      from: { path: "^(bin|lib|lambdas|client|console)/", pathNot: "^lib/cli/mcp/" },
      to: { path: "@modelcontextprotocol" },
    },
    {
      name: "the-protocol-of-agents-is-loaded-on-demand",
      comment: "No other command needs the SDK, nor the schemas of the routes.",
      severity: "error",
      from: { path: "^(bin|lib)/", pathNot: "^lib/cli/mcp/(?!mcp\\.ts$)" },
      to: { path: "^lib/cli/mcp/(?!mcp\\.ts$)", dependencyTypesNot: ["type-only", "dynamic-import"] },
    },
    {
      name: "the-stack-knows-no-local-runner",
      severity: "error",
      from: { path: "^lib/", pathNot: "^lib/local/" },
      to: { path: "^lib/local/" },
    },
    {
      name: "the-local-system-knows-the-template-and-the-routes",
      comment:
        "All that it runs, it reads from the template. Of the product it takes what makes the template, the scopes of the routes, the evaluation of policies, the syntax of filter patterns and schedules, which addresses are public (docs/decisions/0001-the-template-is-the-system.md), the languages, and how the folder of a user is made. The simulated sites are those of the providers, too.",
      severity: "error",
      from: { path: "^lib/local/", pathNot: "^lib/local/sites/slide-sites\\.ts$" },
      to: {
        path: "^(bin|lib|lambdas|client|console|extension)/",
        pathNot: [
          "^lib/local/",
          "^lib/(app|bundles)\\.ts$",
          "^lib/(expressions|policies)/",
          "^lambdas/shared/(http/route|notices/languages|outbound/public-address)\\.ts$",
          "^client/node/own-folder\\.ts$",
        ],
      },
    },
    {
      name: "the-local-system-knows-no-demo",
      comment: "The simulated sites and the tour use the system; it runs without them.",
      severity: "error",
      from: { path: "^lib/local/", pathNot: "^lib/local/(sites|tour)/" },
      to: { path: "^lib/local/(sites|tour)/" },
    },
    {
      name: "dynalite-is-imported-in-one-file",
      comment: "Its modules have no types and are not its API: what the emulator uses of them is described there.",
      severity: "error",
      from: { pathNot: "^lib/local/emulators/dynalite\\.ts$" },
      to: { path: "^node_modules/dynalite/" },
    },
    {
      name: "only-test-imports-test",
      severity: "error",
      from: { path: "^(lib|lambdas|client|extension|bin)/" },
      to: { path: "^test/" },
    },
    {
      name: "client-takes-types-only",
      comment:
        "Exceptions: a Retry-After is read, texts are normalized, searched and escaped for markup, addresses of pages are compared, and what a place in a text changes is known, by the same code on both sides; and the records of the providers of decks.",
      severity: "error",
      from: { path: "^client/" },
      to: {
        path: "^lambdas/",
        pathNot:
          "^lambdas/shared/(nfkc|html/escaped|page-identity|within-site|outbound/retry-after|saved-items/changes-by-place|search/(matches-search|parse-search|searchable-text|site|sort|start-of-day|states|word-texts))\\.ts$|^lambdas/slides/(provider-names|providers)\\.ts$",
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
      comment: "One exception: the names of HTML's character references, for imports.",
      severity: "error",
      from: { path: "^client/", pathNot: "^client/(node/|dist/|build\\.ts$)" },
      to: {
        dependencyTypes: ["core", "npm", "npm-dev"],
        pathNot: "^node_modules/entities/",
        dependencyTypesNot: ["type-only"],
      },
    },
    {
      name: "the-embed-script-runs-in-browsers",
      comment: "It takes types only, so that it stays small and without packages.",
      severity: "error",
      from: { path: "^lambdas/recommendations/embed/" },
      to: { pathNot: "^lambdas/recommendations/embed/", dependencyTypesNot: ["type-only"] },
    },
    {
      name: "the-docs-page-runs-in-browsers",
      comment: "Its script takes the viewer and types.",
      severity: "error",
      from: { path: "^lambdas/site/docs/" },
      to: { pathNot: ["^lambdas/site/docs/", "swagger-ui-dist"], dependencyTypesNot: ["type-only"] },
    },
    {
      name: "the-console-is-over-the-client",
      comment:
        "What it shows, it has from the API, by the client; it runs in browsers. It normalizes texts as the API does, and knows the languages and the providers of decks.",
      severity: "error",
      from: { path: "^console/" },
      to: {
        path: "^(bin|lib|lambdas|test)/",
        pathNot: "^lambdas/(shared/(nfkc|notices/languages)|slides/provider-names|slides/providers)\\.ts$",
      },
    },
    {
      name: "the-console-runs-in-browsers",
      severity: "error",
      from: { path: "^console/" },
      to: { dependencyTypes: ["core"] },
    },
    {
      name: "nobody-imports-the-console",
      comment: "It is built by its entry. The deployment writes its configuration, whose type it takes from there.",
      severity: "error",
      from: { path: "^(bin|lib|lambdas|client)/" },
      to: { path: "^console/", dependencyTypesNot: ["type-only"] },
    },
    {
      name: "the-extension-is-over-the-client-and-the-console",
      comment:
        "It saves by the client, compares sites as the API does, has the interface's languages, and has the console's sign-in, tags, texts and styles, but none of its screens. It runs in browsers.",
      severity: "error",
      from: { path: "^extension/" },
      to: {
        path: "^(bin|lib|lambdas|test)/|^console/",
        pathNot:
          "^lambdas/shared/(within-site|notices/languages)\\.ts$|^console/(config\\.ts$|(device|language|parts|session|share|styles)/|library/delete-database\\.ts$)",
      },
    },
    {
      name: "the-extension-runs-in-browsers",
      severity: "error",
      from: { path: "^extension/" },
      to: { dependencyTypes: ["core"] },
    },
    {
      name: "nobody-imports-the-extension",
      comment: "It is built by its entries.",
      severity: "error",
      from: { path: "^(bin|lib|lambdas|client|console)/" },
      to: { path: "^extension/" },
    },
    {
      name: "domain-and-readers-are-pure",
      comment:
        "The items themselves and what reads the outside's answers: no AWS, no HTTP, no clock. Slides has no room of its domain, and the summaries are beside what is not pure: their pure files are named.",
      severity: "error",
      from: {
        path: [
          "^lambdas/[^/]+/(domain|readers)/",
          "^lambdas/shared/html/",
          "^lambdas/shared/(plain-text|derived-id|jitter)\\.ts$",
          "^lambdas/shared/outbound/(media-type|request-failure|retry-after|public-address)\\.ts$",
          "^lambdas/shared/saved-items/saved-item\\.ts$",
          "^lambdas/slides/(stock|deck-url|provider-names|providers)\\.ts$",
          "^lambdas/bookmarks/summary/(summariser|extractive-summariser|salient-words|whole-sentences)\\.ts$",
        ],
      },
      to: {
        path: [
          "@aws-sdk|@middy",
          "^(https?|dns)$",
          "^lambdas/[^/]+/(tables|fetch|http|work)/",
          "^lambdas/shared/(clock|aws-client|log)\\.ts$",
          "^lambdas/shared/(http/http-api|outbound/outbound-fetch)\\.ts$",
        ],
        pathNot: "^lambdas/shared/http/rejected\\.ts$",
        dependencyTypesNot: ["type-only"],
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
    // What the client is built with stands in the root's package.json; the client itself takes nothing along.
    combinedDependencies: true,
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "require", "node", "default", "types"],
    },
    exclude: { path: "^test/perf/peers" },
  },
};
