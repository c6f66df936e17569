import type { ClientRequest, IncomingMessage } from "node:http";
import http from "node:http";
import https from "node:https";
import net from "node:net";
import { canonicalHost } from "./canonical-host.ts";
import { networkError, OutboundError, place } from "./outbound-error.ts";
import { pinnedLookup } from "./outbound-guard.ts";

/** The target of a connection: checked IP addresses in order of preference, and a port. */
export interface DialTarget {
  addresses: readonly string[];
  port: number;
}

/** One request of a fetch. */
export interface Hop {
  url: URL;
  method: "GET" | "HEAD" | "POST";
  headers: Record<string, string>;
  body: string | undefined;
}

const maxHeaderBytes = 32 * 1024;
/** How many interim responses (103 and the like) are ignored, as a client must (RFC 9110, 15.2). */
const maxHints = 5;

/** Sends one request to a checked target, over a connection of its own. @throws OutboundError */
export function exchange(
  hop: Hop,
  target: DialTarget,
  signal: AbortSignal,
): Promise<{ outgoing: ClientRequest; incoming: IncomingMessage }> {
  return new Promise((resolve, reject) => {
    const { url } = hop;
    const hostname = canonicalHost(url);
    const isLiteral = net.isIP(hostname) !== 0;
    const options: https.RequestOptions = {
      method: hop.method,
      host: isLiteral ? (target.addresses[0] ?? hostname) : hostname,
      port: target.port,
      path: `${url.pathname}${url.search}`,
      headers: { ...hop.headers, host: url.host },
      // A pooled socket or a proxy would skip the lookup below.
      agent: false,
      lookup: pinnedLookup(target.addresses),
      maxHeaderSize: maxHeaderBytes,
      // Browsers and curl read header lines with control characters, lines that end with LF alone, and a length beside
      // chunks. The option also accepts folded header lines, other versions 1.x and 0.x, spaces after the size of a chunk, a
      // length beside any transfer coding, and bytes after the response. None of these lets one response pass for two here:
      // a connection carries one request and is closed after its response, there is no proxy, and no response is passed on
      // as it was received.
      insecureHTTPParser: true,
      signal,
    };
    const outgoing =
      url.protocol === "https:"
        ? // Server names are never addresses (RFC 6066, 3).
          https.request({ ...options, servername: isLiteral ? "" : hostname })
        : http.request(options);
    outgoing.on("error", (cause) => reject(networkError(cause, url)));
    // No request asks for another protocol, and a connection that has switched never gives a response.
    const changesProtocol = () => new OutboundError("network", `change of protocol by ${place(url)}`);
    outgoing.on("upgrade", (_incoming, socket) => {
      socket.destroy();
      reject(changesProtocol());
    });
    let hints = 0;
    outgoing.on("information", () => {
      hints += 1;
      if (hints > maxHints) outgoing.destroy(new OutboundError("network", `no answer but hints of ${place(url)}`));
    });
    outgoing.on("response", (incoming) => {
      // Errors reach the reader of the body. The listener is for a body that is not read: its errors would be uncaught.
      incoming.on("error", () => undefined);
      // A 101 without an `Upgrade` header is emitted as if it were the final response.
      if (incoming.statusCode === 101) outgoing.destroy(changesProtocol());
      else resolve({ outgoing, incoming });
    });
    outgoing.end(hop.body);
  });
}
