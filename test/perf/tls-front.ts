import { readFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { connect } from "node:net";
import { join } from "node:path";
import type { TLSSocket } from "node:tls";
import { createServer } from "node:tls";
import { timedRun } from "./processes.ts";

/** Addresses by https for servers that speak http: AWS speaks https, and the first handshake is a part of a cold start. */
export interface TlsFront {
  /** The file of the certificate, for NODE_EXTRA_CA_CERTS. */
  readonly certificate: string;
  /** @param origin of the server, by http @returns the same by https */
  open(origin: string): Promise<string>;
  close(): void;
}

/** @param folder for the key and the certificate, which `openssl` makes */
export async function startTlsFront(folder: string): Promise<TlsFront> {
  const [key, certificate] = [join(folder, "key.pem"), join(folder, "certificate.pem")];
  const curve = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];
  const subject = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"];
  await timedRun("openssl", ["req", "-x509", ...curve, ...subject, "-keyout", key, "-out", certificate]);
  const options = { key: readFileSync(key), cert: readFileSync(certificate) };
  const closing: (() => void)[] = [];
  return {
    certificate,
    async open(origin) {
      const { hostname, port } = new URL(origin);
      const sockets = new Set<TLSSocket>();
      const server = createServer({ ...options, ALPNProtocols: ["http/1.1"] }, (socket) => {
        const plain = connect(Number(port), hostname);
        sockets.add(socket);
        for (const end of [socket, plain]) end.setNoDelay(true).on("error", () => end.destroy());
        socket.once("close", () => sockets.delete(socket));
        socket.pipe(plain).pipe(socket);
      });
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
      closing.push(() => {
        for (const socket of sockets) socket.destroy();
        server.close();
      });
      return `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
    },
    close() {
      for (const close of closing) close();
    },
  };
}
