import { Agent, request } from "node:http";

/** The answer of an emulator to one call. */
export interface EmulatorAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** Connections to the emulators are kept: one a call would run out of ports under load. */
const agent = new Agent({ keepAlive: true });

/** One HTTP request to an emulator on loopback. */
export function send(
  port: number,
  method: string,
  path: string,
  body: string | Buffer,
  headers: Readonly<Record<string, string>>,
): Promise<EmulatorAnswer> {
  return new Promise((resolve, reject) => {
    const outgoing = request({ agent, host: "127.0.0.1", port, method, path, headers }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on("data", (chunk: Buffer) => chunks.push(chunk));
      answer.once("error", reject);
      answer.once("end", () =>
        resolve({
          status: answer.statusCode ?? 500,
          headers: Object.fromEntries(
            Object.entries(answer.headers).map(([name, value]) => [
              name,
              Array.isArray(value) ? value.join(", ") : `${value}`,
            ]),
          ),
          body: Buffer.concat(chunks),
        }),
      );
    });
    outgoing.once("error", reject);
    outgoing.end(body);
  });
}
