// Loaded into a function's process before all other modules (`node --import`). A connection to another machine fails and is
// reported on standard error, which a test expects to be empty.

import dns from "node:dns";
import { writeSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import type { SocketConnectOpts } from "node:net";
import { Socket } from "node:net";
import { socketError } from "../emulators/socket-errors.ts";

const LOOPBACK: ReadonlySet<string | undefined> = new Set(["127.0.0.1", "localhost", undefined]);
const STANDARD_ERROR = 2;

function refused(what: string): Error {
  writeSync(STANDARD_ERROR, `left loopback: ${what}\n`);
  return socketError("refused");
}

const { connect } = Socket.prototype;
Socket.prototype.connect = function (this: Socket, ...given: unknown[]) {
  const [first] = given;
  // `net.connect` passes its arguments on as a list.
  const options = (Array.isArray(first) ? first[0] : first) as SocketConnectOpts;
  const host = "host" in options ? options.host : undefined;
  if (LOOPBACK.has(host)) return Reflect.apply(connect, this, given);
  return this.destroy(refused(`a connection to ${host}`));
} as typeof connect;

const { lookup } = dns;
dns.lookup = ((...given: unknown[]) => {
  const [host] = given;
  if (LOOPBACK.has(String(host))) return Reflect.apply(lookup, dns, given as never);
  const callback = given.at(-1) as (error: Error) => void;
  setImmediate(callback, refused(`the name ${host}`));
}) as typeof dns.lookup;
syncBuiltinESMExports();
