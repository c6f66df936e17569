// Caches Node's output for the sources, types stripped and code compiled: the next start takes two thirds of the time.
// Must run before any module is loaded, so not in the entries themselves.
require("node:module").enableCompileCache(require("node:path").join(__dirname, "../node_modules/.cache/node"));
