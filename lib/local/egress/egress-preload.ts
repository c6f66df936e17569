/**
 * Restricts the traffic of a function's worker thread to the egress map, which is `workerData.egress`; without one it
 * changes nothing. Import it before the code that it restricts.
 *
 * Four built-ins are replaced, because every client of this Node goes through them: name resolution (`dns.lookup` and
 * its promise form), `tls.connect` (so that an https request reaches a plain http origin) and
 * `net.Socket.prototype.connect` (node:http does not call `net.connect` through a name that could be replaced).
 */

import dns from "node:dns";
import { syncBuiltinESMExports } from "node:module";
import net from "node:net";
import tls from "node:tls";
import { workerData } from "node:worker_threads";
import { egressConnects } from "./egress-connect.ts";
import { egressLookups } from "./egress-lookup.ts";
import type { EgressSettings } from "./egress-map.ts";
import { createEgressRoutes } from "./egress-map.ts";

function readSettings(): EgressSettings | undefined {
  const data: { egress?: EgressSettings } | null | undefined = workerData;
  return data?.egress;
}

function install(settings: EgressSettings): void {
  const routes = createEgressRoutes(settings.map);
  // Both before the replacements: they save the built-ins.
  const { lookup, lookupPromise } = egressLookups(settings, routes);
  const { connect, tlsConnect } = egressConnects(settings, routes);
  Object.assign(dns, { lookup });
  Object.assign(dns.promises, { lookup: lookupPromise });
  Object.assign(tls, { connect: tlsConnect });
  Object.assign(net.Socket.prototype, { connect });
  // Named imports of the built-ins are copies until this is called.
  syncBuiltinESMExports();
}

const settings = readSettings();
if (settings !== undefined) install(settings);
