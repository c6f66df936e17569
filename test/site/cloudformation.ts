import type { IncomingHttpHeaders } from "node:http";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** An answer that has reached CloudFormation. */
interface Received {
  readonly method: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly answer: Readonly<Record<string, unknown>>;
}

/** CloudFormation's address for answers, over a real socket. */
export async function startCloudFormation() {
  const received: Received[] = [];
  /** What becomes of the next requests, one each; then they are taken. */
  const next: ("refused" | "hung up")[] = [];
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    const fault = next.shift();
    if (fault === "hung up") return request.socket.destroy();
    if (fault === undefined)
      received.push({ method: request.method, headers: request.headers, answer: JSON.parse(body) });
    return response.writeHead(fault === "refused" ? 403 : 200).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/answers?Signature=abc%3D`,
    received,
    next,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}
