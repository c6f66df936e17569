import type { LookupAddress } from "node:dns";
import dns from "node:dns";
import type { BlockList, LookupFunction } from "node:net";
import net from "node:net";
import tls from "node:tls";
import { wantedFamily } from "./egress-lookup.ts";
import type { EgressRoutes, EgressSettings } from "./egress-map.ts";
import { classifyHost, isLoopbackAddress } from "./egress-map.ts";

type ConnectOptions = {
  host?: string;
  port?: number | string;
  path?: string | null;
  family?: number | string;
  hints?: number;
  lookup?: LookupFunction;
  blockList?: BlockList;
  localAddress?: string;
  localPort?: number;
  autoSelectFamily?: boolean;
};
type TlsOptions = ConnectOptions & {
  socket?: unknown;
  servername?: string;
  timeout?: number;
  allowHalfOpen?: boolean;
  signal?: AbortSignal;
};
type Listener = () => void;

function refused(address: string, port: number): Error {
  const message = `connect ECONNREFUSED ${address}:${port} (the address is not in MAGPIE_EGRESS_MAP)`;
  return Object.assign(new Error(message), { errno: -111, code: "ECONNREFUSED", syscall: "connect", address, port });
}

function blocked(address: string): Error {
  return Object.assign(new Error(`IP(${address}) is blocked by net.BlockList`), { code: "ERR_IP_BLOCKED" });
}

/** Writes wait for the connection only while this is set; the built-in sets it before it resolves a name, too. */
function markConnecting(socket: { connecting: boolean }): void {
  socket.connecting = true;
}

/** The argument forms of `Socket.connect` and `tls.connect`, and the ready-made pair that `net.connect` passes on. */
function readArguments(args: readonly unknown[]): { options: TlsOptions; listener: Listener | undefined } {
  const list: readonly unknown[] = Array.isArray(args[0]) ? args[0] : args;
  const [first, second] = list;
  const listener = list.find((value): value is Listener => typeof value === "function");
  const given = list.find((value): value is TlsOptions => typeof value === "object" && value !== null) ?? {};
  if (typeof first === "object" || first === undefined) return { options: given, listener };
  // A string that is not a port is the path of a local socket.
  if (typeof first === "string" && !/^\d+$/.test(first)) return { options: { ...given, path: first }, listener };
  const host = typeof second === "string" ? { host: second } : {};
  return { options: { ...given, port: first as number | string, ...host }, listener };
}

/** The properties of a TLS socket after its handshake, for a socket without one. */
function secureLooks(options: TlsOptions): object {
  return {
    encrypted: true,
    authorized: true,
    authorizationError: null,
    alpnProtocol: false,
    servername: options.servername || false,
    getCipher: () => ({ name: "TLS_AES_128_GCM_SHA256", standardName: "TLS_AES_128_GCM_SHA256", version: "TLSv1.3" }),
    getPeerCertificate: () => ({}),
    getPeerX509Certificate: () => undefined,
    getProtocol: () => "TLSv1.3",
    getSession: () => undefined,
    getTLSTicket: () => undefined,
    isSessionReused: () => false,
    setServername: () => undefined,
    setSession: () => undefined,
  };
}

/**
 * `net.Socket.prototype.connect` and `tls.connect`, by the map: a connection ends at this machine's own addresses, at the
 * origin behind the address that it was resolved to, or nowhere.
 */
export function egressConnects(settings: EgressSettings, routes: EgressRoutes) {
  const realLookup = dns.lookup as LookupFunction;
  const realTlsConnect = tls.connect as (...args: unknown[]) => unknown;
  const realConnect = net.Socket.prototype.connect as (...args: unknown[]) => net.Socket;
  const passthrough = new Set(settings.passthrough);
  /** Whether an address is not subject to the map: it is this machine's own, or an `open` one. */
  const isOpen = (address: string) =>
    isLoopbackAddress(address) || (settings.others === "open" && routes.originAt(address) === undefined);
  /** Plain sockets that replace TLS ones: they may connect to an origin of the map only. */
  const standIns = new WeakSet<net.Socket>();

  /** Fails a socket as the built-in does: asynchronously, so that the caller has added its listeners. */
  function fail(socket: net.Socket, error: Error): void {
    process.nextTick(() => socket.destroy(error));
  }

  /** Connects to the origin behind an address that is not this machine's own, or fails as an unreachable host. */
  function toOrigin(socket: net.Socket, options: ConnectOptions, address: string): void {
    const port = Number(options.port);
    const held: net.Socket & { blockList?: BlockList | undefined } = socket;
    const blocks = options.blockList ?? held.blockList;
    if (blocks?.check(address, net.isIP(address) === 6 ? "ipv6" : "ipv4")) {
      fail(socket, blocked(address));
      return;
    }
    // A real TLS socket gets here only when the caller's own lookup resolves a name of this machine to another one.
    const origin = socket instanceof tls.TLSSocket ? undefined : routes.originAt(address);
    if (origin === undefined) {
      fail(socket, refused(address, port));
      return;
    }
    // The block list was checked for the mapped address; the origin's own is on many such lists.
    held.blockList = undefined;
    const target = new URL(origin);
    const { lookup: _lookup, blockList: _blocks, localAddress: _from, localPort: _fromPort, ...kept } = options;
    realConnect.call(socket, {
      ...kept,
      host: target.hostname.replace(/^\[|\]$/g, ""),
      port: Number(target.port || 80),
      family: 0,
      lookup: realLookup,
    });
    // The socket reports the address that was connected to, as with a real connection.
    for (const [name, value] of Object.entries({
      remoteAddress: address,
      remoteFamily: net.isIP(address) === 6 ? "IPv6" : "IPv4",
      remotePort: port,
    })) {
      Object.defineProperty(socket, name, { value, configurable: true });
    }
  }

  /** The built-in resolves and connects in one go; here the resolved address decides where the connection goes. */
  function byName(socket: net.Socket, options: ConnectOptions, host: string): void {
    const all = options.autoSelectFamily !== false;
    const resolve = (options.lookup ?? dns.lookup) as (...args: unknown[]) => unknown;
    markConnecting(socket);
    const query = { family: wantedFamily(options.family), hints: options.hints ?? 0, all };
    resolve(host, query, (error: Error | null, answer: unknown, family?: number) => {
      if (!socket.connecting) return;
      if (error) {
        socket.emit("lookup", error, undefined, undefined, host);
        return fail(socket, error);
      }
      const answers = (all ? answer : [{ address: answer, family }]) as LookupAddress[];
      const first = Array.isArray(answers) ? answers[0]?.address : undefined;
      if (first === undefined || !answers.every((found) => net.isIP(found.address) !== 0)) {
        const invalid = `Invalid IP address: ${String(answer)}`;
        return fail(socket, Object.assign(new TypeError(invalid), { code: "ERR_INVALID_IP_ADDRESS" }));
      }
      if (answers.every((found) => isOpen(found.address)) && !standIns.has(socket)) {
        const again = (_host: string, _query: unknown, done: (...found: unknown[]) => void) =>
          all ? done(null, answers) : done(null, first, family);
        realConnect.call(socket, { ...options, host, lookup: again });
        return;
      }
      for (const found of answers) socket.emit("lookup", null, found.address, found.family, host);
      if (socket.connecting) toOrigin(socket, options, first);
    });
  }

  function connect(this: net.Socket, ...args: unknown[]): net.Socket {
    const { options, listener } = readArguments(args);
    if (options.path || options.port === undefined || options.port === null) return realConnect.apply(this, args);
    const host = options.host || "localhost";
    const isLiteral = net.isIP(host) !== 0;
    if (passthrough.has(`${host}:${options.port}`) || (isLiteral && isOpen(host))) {
      return realConnect.apply(this, args);
    }
    if (listener) this.once("connect", listener);
    if (isLiteral) {
      markConnecting(this);
      toOrigin(this, options, host);
    } else byName(this, options, host);
    return this;
  }

  function tlsConnect(...args: unknown[]): unknown {
    const { options, listener } = readArguments(args);
    const host = options.host || "localhost";
    const isMapped =
      net.isIP(host) === 0
        ? classifyHost(settings.map, host).kind === "mapped"
        : routes.originAt(host) !== undefined && !passthrough.has(`${host}:${options.port}`);
    if (options.socket || options.path || !isMapped) return realTlsConnect(...args);
    const socket = new net.Socket({
      allowHalfOpen: options.allowHalfOpen ?? false,
      ...(options.signal ? { signal: options.signal } : {}),
    });
    standIns.add(socket);
    Object.assign(socket, secureLooks(options));
    if (options.timeout) socket.setTimeout(options.timeout);
    if (listener) socket.once("secureConnect", listener);
    socket.once("connect", () => {
      socket.emit("secureConnect");
    });
    return connect.call(socket, options);
  }

  return { connect, tlsConnect };
}
