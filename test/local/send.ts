import { request } from "node:http";

/** A received response. */
export interface RawAnswer {
  readonly status: number;
  /** By names in lower case; several values of one name are joined by commas. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** One HTTP request to a port of loopback with exactly these headers; `fetch` does not allow `host`. */
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
