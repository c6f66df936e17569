import type { RequestListener, Server } from "node:http";
import { createServer } from "node:http";
import { LOOPBACK_REDIRECTS } from "../../constructs/sign-in/loopback-redirects.ts";

/** The page that the browser shows when it has returned; the command line reports the result. */
const PAGE =
  "<!doctype html><html lang=en><meta charset=utf-8><title>Magpie</title><p>Magpie's command line goes on in the terminal. You can close this window.";

/** Waits on this machine for the browser to return from the sign-in. */
export interface LoopbackReceiver {
  readonly redirectUri: string;
  readonly received: Promise<URL>;
  close(): void;
}

/**
 * Listens on the first of the registered ports that is free on both loopback addresses: for `localhost`, browsers try
 * either first, and a program of another user that has one of them would get the answer.
 *
 * @param state of the sign-in: the address of a returning browser contains it
 * @returns null when other programs have all the ports: the address can still be pasted
 */
export async function listenOnLoopback(
  state: string,
  redirects: readonly string[] = LOOPBACK_REDIRECTS,
): Promise<LoopbackReceiver | null> {
  for (const redirectUri of redirects) {
    const { port } = new URL(redirectUri);
    const received = Promise.withResolvers<URL>();
    const answer: RequestListener = (request, response) => {
      const address = receivedAddress(request.url ?? "/", redirectUri, state);
      if (address === null) {
        response.writeHead(404).end();
        return;
      }
      response.writeHead(200, { "content-type": "text/html; charset=utf-8", connection: "close" }).end(PAGE);
      received.resolve(address);
    };
    const servers = LOOPBACK_ADDRESSES.map((address) => ({ address, server: createServer(answer) }));
    const close = () => {
      for (const { server } of servers) {
        server.close();
        server.closeAllConnections();
      }
    };
    const ends = await Promise.all(servers.map(({ server, address }) => listen(server, Number(port), address)));
    if (!ends.includes("taken") && ends.includes("listens")) {
      return { redirectUri, received: received.promise, close };
    }
    close();
  }
  return null;
}

/**
 * The address to which a browser has returned.
 *
 * @param target of a request, which any page in the person's browser can send; but no page knows the state of the sign-in
 * @returns null for any other address
 */
export function receivedAddress(target: string, redirectUri: string, state: string): URL | null {
  const address = URL.parse(target, redirectUri);
  const isBack = address?.pathname === new URL(redirectUri).pathname && address.searchParams.get("state") === state;
  return isBack ? address : null;
}

const LOOPBACK_ADDRESSES = ["127.0.0.1", "::1"];

/** Listens, if the port is free there. @returns `absent` on a machine without the address, such as one without IPv6 */
function listen(server: Server, port: number, address: string): Promise<"listens" | "taken" | "absent"> {
  return new Promise((resolve) => {
    server.once("error", ({ code }: NodeJS.ErrnoException) => {
      resolve(code === "EADDRNOTAVAIL" || code === "EAFNOSUPPORT" ? "absent" : "taken");
    });
    server.listen(port, address, () => resolve("listens"));
  });
}
