import type { IncomingMessage, RequestListener, Server, ServerResponse } from "node:http";
import dynalite from "dynalite";
import { listenOn } from "../listen.ts";
import type { EmulatorAnswer } from "./emulator-http.ts";

/** Credentials that dynalite requires; it does not check them. */
const SIGNED = {
  authorization:
    "AWS4-HMAC-SHA256 Credential=local/20260101/us-east-1/dynamodb/aws4_request, SignedHeaders=host, Signature=local",
  "x-amz-date": "20260101T000000Z",
};

/** The DynamoDB emulator: dynalite, which stores its tables in a folder, or in memory. */
export class DynamoEmulator {
  readonly #server: Server;
  readonly #origin: string;
  /** Dynalite itself. */
  readonly #answer: RequestListener;
  #isOpen = false;
  readonly #calls = new Set<Promise<EmulatorAnswer>>();
  #isClosed = false;

  private constructor(server: Server, origin: string) {
    this.#server = server;
    this.#origin = origin;
    const [answer] = server.listeners("request") as RequestListener[];
    if (answer === undefined) throw new Error("Dynalite answers no requests.");
    this.#answer = answer;
    server.removeAllListeners("request");
    server.on("request", (request, response) => {
      if (this.#isOpen) answer(request, response);
      else response.writeHead(403).end();
    });
  }

  /**
   * Its server listens but refuses every request: dynalite closes its tables only together with a listening server.
   *
   * @param folder the tables' folder; without one they are in memory
   */
  static async start(folder?: string): Promise<DynamoEmulator> {
    const path = folder === undefined ? {} : { path: folder };
    const server = dynalite({ ...path, createTableMs: 0, deleteTableMs: 0, updateTableMs: 0 });
    return new DynamoEmulator(server, await listenOn(server, 0));
  }

  /** From now on the server answers every program on this machine. @returns its address */
  open(): string {
    this.#isOpen = true;
    return this.#origin;
  }

  /**
   * One call, with a body of DynamoDB's JSON protocol.
   *
   * @throws Error once the emulator is closed
   */
  async send(operation: string, body: Buffer): Promise<EmulatorAnswer> {
    if (this.#isClosed) throw new Error("The DynamoDB emulator is closed.");
    const call = this.#hand(operation, body);
    this.#calls.add(call);
    try {
      return await call;
    } finally {
      this.#calls.delete(call);
    }
  }

  /**
   * Passes a call to dynalite without a socket, with stubs of the request and the response that dynalite uses: over a
   * socket a call costs twice the CPU time, and such calls are most of a runner's work.
   */
  #hand(operation: string, body: Buffer): Promise<EmulatorAnswer> {
    return new Promise((resolve) => {
      const listeners = new Map<string, (chunk?: Buffer) => void>();
      const request = {
        method: "POST",
        url: "/",
        headers: {
          ...SIGNED,
          "content-type": "application/x-amz-json-1.0",
          "x-amz-target": `DynamoDB_20120810.${operation}`,
        },
        on: (event: string, listener: (chunk?: Buffer) => void) => listeners.set(event, listener),
        removeAllListeners: () => listeners.clear(),
      };
      const headers: Record<string, string> = {};
      const response = {
        statusCode: 200,
        setHeader(name: string, value: unknown) {
          headers[name.toLowerCase()] = String(value);
        },
        end(text: string) {
          resolve({ status: this.statusCode, headers, body: Buffer.from(text) });
        },
      };
      this.#answer(
        request as unknown as IncomingMessage,
        response as unknown as ServerResponse<IncomingMessage> & { req: IncomingMessage },
      );
      listeners.get("data")?.(body);
      listeners.get("end")?.();
    });
  }

  /** Closes the emulator when the calls in progress have been answered. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.allSettled(this.#calls);
    this.#server.closeAllConnections();
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }
}
