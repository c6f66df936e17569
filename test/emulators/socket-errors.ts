/**
 * What Node throws for failures of the network, as recorded. `test/emulators/recorded-errors.test.ts` makes the real ones and
 * compares them; `errno` is left out, since it differs between operating systems.
 */
const RECORDED = {
  /** Nothing listens at the port. */
  refused: {
    message: "connect ECONNREFUSED 127.0.0.1:443",
    code: "ECONNREFUSED",
    syscall: "connect",
    address: "127.0.0.1",
    port: 443,
  },
  /** The connection was closed before an answer. */
  hungUp: { message: "socket hang up", code: "ECONNRESET" },
  /** The connection was reset before an answer. */
  reset: { message: "read ECONNRESET", code: "ECONNRESET", syscall: "read" },
  /** The connection was closed within an answer's body. */
  cut: { message: "aborted", code: "ECONNRESET" },
  /** The answer's headers are longer than Node takes. */
  headerOverflow: {
    message: "Parse Error: Header overflow",
    code: "HPE_HEADER_OVERFLOW",
    reason: "Header overflow",
  },
  notFound: {
    message: "getaddrinfo ENOTFOUND pages.example",
    code: "ENOTFOUND",
    syscall: "getaddrinfo",
    hostname: "pages.example",
  },
  /** In the form of `notFound`: no test can make a name server fail. */
  tryAgain: {
    message: "getaddrinfo EAI_AGAIN pages.example",
    code: "EAI_AGAIN",
    syscall: "getaddrinfo",
    hostname: "pages.example",
  },
  /** The port is for the superuser, who runs some of the tests: no test makes it. */
  forbidden: {
    message: "listen EACCES: permission denied 127.0.0.1:80",
    code: "EACCES",
    syscall: "listen",
    address: "127.0.0.1",
    port: 80,
  },
} as const;

export type SocketFailure = keyof typeof RECORDED;

/** An error of a socket or of the resolver. */
export function socketError(failure: SocketFailure): NodeJS.ErrnoException {
  const { message, ...rest } = RECORDED[failure];
  return Object.assign(new Error(message), rest);
}

/** What `fetch` throws where nothing listens. */
export function failedFetch(): TypeError {
  return new TypeError("fetch failed", { cause: socketError("refused") });
}
