import { request } from "node:http";

/** An answer as it came over the wire. */
export interface RawAnswer {
  readonly status: number;
  /** By their names in small letters; several of one name with a comma between them. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** One HTTP request to a port of loopback with exactly these headers, of which `fetch` would not let `host` pass. */
export function send(
  port: number,
  method: string,
  path: string,
  body: string | Buffer,
  headers: Readonly<Record<string, string>>,
): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const outgoing = request({ host: "127.0.0.1", port, method, path, headers }, async (answer) => {
      try {
        const chunks = await answer.toArray();
        const all = Object.entries(answer.headers).map(([name, value]) => [name, [value].flat().join(", ")]);
        resolve({ status: answer.statusCode ?? 0, headers: Object.fromEntries(all), body: Buffer.concat(chunks) });
      } catch (error) {
        reject(error);
      }
    });
    outgoing.once("error", reject);
    outgoing.end(body);
  });
}
