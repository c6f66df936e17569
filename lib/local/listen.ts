import type { AddressInfo, Server } from "node:net";
import { StartError } from "./start-error.ts";

/**
 * Lets a server listen on loopback.
 *
 * @param port 0 for any that is free
 * @returns its origin
 * @throws StartError when the port is taken or may not be used
 */
export async function listenOn(
  server: Pick<Server, "listen" | "once" | "off" | "address">,
  port: number,
): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", (cause: NodeJS.ErrnoException) => {
      const reason = cause.code === "EADDRINUSE" ? "is in use" : `can't be used (${cause.code})`;
      reject(
        new StartError(`Port ${port} ${reason}; set PORT to another one, or to 0 for any that is free.`, { cause }),
      );
    });
    server.listen(port, "127.0.0.1", () => resolve());
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Closes a server with the connections that clients keep open. */
export async function closeServer(server: Pick<Server, "close">): Promise<void> {
  if ("closeAllConnections" in server) (server.closeAllConnections as () => void)();
  await new Promise<void>((resolve) => server.close(() => resolve()));
}
