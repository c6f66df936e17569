import { createRequire } from "node:module";

/**
 * Removes the globals of undici that node:http also exports. The first import of node:http as an ES module reads all of
 * its exports, and these three load undici, which takes a fifth of the CPU time of a function's thread that makes its
 * first request. Neither the functions nor their libraries import them from node:http. Import it before node:http.
 */
const http = createRequire(import.meta.url)("node:http") as Record<string, unknown>;
for (const name of ["WebSocket", "CloseEvent", "MessageEvent"]) delete http[name];
