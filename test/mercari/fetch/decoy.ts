import { createSocket } from "node:dgram";
import { once } from "node:events";
import type { AddressInfo, Socket } from "node:net";
import { createServer } from "node:net";

/** A server at 127.0.0.1 to which no request may be sent: it counts connections and datagrams. */
export interface Decoy {
  readonly port: number;
  readonly touched: () => number;
  close(): Promise<void>;
}

/** Listens on one port for TCP and UDP. */
export async function startDecoy(): Promise<Decoy> {
  let touched = 0;
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    touched += 1;
    sockets.add(socket);
    socket.on("error", () => undefined);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const datagrams = createSocket("udp4").on("message", () => {
    touched += 1;
  });
  datagrams.bind(port, "127.0.0.1");
  await once(datagrams, "listening");
  return {
    port,
    touched: () => touched,
    async close() {
      datagrams.close();
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}
