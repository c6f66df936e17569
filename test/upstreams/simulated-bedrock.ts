import type { Http2Session, IncomingHttpHeaders, ServerHttp2Stream } from "node:http2";
import { createServer } from "node:http2";
import type { AddressInfo } from "node:net";

/** The parts of a Converse request's body that tests read. */
export type ConverseBody = {
  readonly system: readonly { readonly text: string }[];
  readonly messages: readonly { readonly role: string; readonly content: readonly { readonly text: string }[] }[];
  readonly toolConfig: {
    readonly tools: readonly { readonly toolSpec: { readonly name: string; readonly inputSchema: unknown } }[];
    readonly toolChoice: unknown;
  };
  readonly inferenceConfig: { readonly maxTokens: number; readonly temperature: number };
};

/** One request as it arrived. */
export type BedrockRequest = {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: ConverseBody;
};

/** A fault. */
export type BedrockFault =
  /** An exception of the service itself. */
  | { readonly kind: "exception"; readonly status: number; readonly name: string }
  /** An HTML page of a proxy before the service; by default with status 200. */
  | { readonly kind: "html"; readonly status?: number }
  /** No response. */
  | { readonly kind: "silence" }
  /** Half of the normal response, then nothing. */
  | { readonly kind: "stall" }
  /** The connection ends before any response. */
  | { readonly kind: "reset" }
  /** Half of the normal response, then the connection ends. */
  | { readonly kind: "cut" };

/** The service's runtime, only Converse, over plain HTTP/2 on 127.0.0.1. */
export type SimulatedBedrock = {
  readonly origin: string;
  /** The log, oldest first. */
  requests(): readonly BedrockRequest[];
  /** Sets a fault for every request from now on. */
  fault(fault: BedrockFault): void;
  /** Empties the log and removes the fault. */
  reset(): void;
  /** Ends at once, with all open connections and pending responses. */
  close(): Promise<void>;
};

/** The response of a model that has used its only tool. */
export function toolAnswer(request: BedrockRequest, input: unknown, stopReason = "tool_use"): unknown {
  const name = request.body.toolConfig.tools[0]?.toolSpec.name;
  return converseAnswer([{ toolUse: { toolUseId: "tooluse_1", name, input } }], stopReason);
}

/** A response with these blocks of content. */
export function converseAnswer(content: readonly unknown[], stopReason: string): unknown {
  return {
    output: { message: { role: "assistant", content } },
    stopReason,
    usage: { inputTokens: 900, outputTokens: 90, totalTokens: 990 },
    metrics: { latencyMs: 700 },
  };
}

async function readRequest(stream: ServerHttp2Stream, headers: IncomingHttpHeaders) {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  const body: ConverseBody = JSON.parse(Buffer.concat(chunks).toString());
  return { method: headers[":method"] ?? "", path: headers[":path"] ?? "", headers, body };
}

function send(
  stream: ServerHttp2Stream,
  status: number,
  headers: Readonly<Record<string, string>>,
  body: string,
): void {
  stream.respond({ ":status": status, "content-type": "application/json", ...headers });
  stream.end(body);
}

function misbehave(stream: ServerHttp2Stream, fault: BedrockFault, normal: string): void {
  const hangUp = () => stream.session?.destroy();
  const sendHalf = () => {
    stream.respond({ ":status": 200, "content-type": "application/json" });
    stream.write(normal.slice(0, normal.length / 2), () => fault.kind === "cut" && hangUp());
  };
  switch (fault.kind) {
    case "exception":
      send(stream, fault.status, { "x-amzn-errortype": `${fault.name}:` }, '{"message":"simulated"}');
      break;
    case "html":
      send(stream, fault.status ?? 200, { "content-type": "text/html" }, "<!doctype html><title>Gateway</title>");
      break;
    case "reset":
      hangUp();
      break;
    case "stall":
    case "cut":
      sendHalf();
      break;
    case "silence":
      break;
  }
}

/** Starts the service on a free port. */
export async function startSimulatedBedrock(answer: (request: BedrockRequest) => unknown): Promise<SimulatedBedrock> {
  const log: BedrockRequest[] = [];
  const sessions = new Set<Http2Session>();
  let fault: BedrockFault | undefined;

  async function serve(stream: ServerHttp2Stream, headers: IncomingHttpHeaders): Promise<void> {
    const request = await readRequest(stream, headers);
    log.push(request);
    const normal = JSON.stringify(answer(request));
    if (fault) misbehave(stream, fault, normal);
    else send(stream, 200, {}, normal);
  }

  const server = createServer();
  server.on("session", (session) => {
    sessions.add(session);
    session.once("close", () => sessions.delete(session));
  });
  server.on("stream", (stream, headers) => {
    // A client that disconnects early ends only its own stream.
    stream.on("error", () => stream.destroy());
    serve(stream, headers).catch(() => stream.destroy());
  });
  await new Promise<void>((done, failed) => {
    server.once("error", failed);
    server.listen(0, "127.0.0.1", done);
  });
  const { port } = server.address() as AddressInfo;

  return {
    origin: `http://127.0.0.1:${port}`,
    requests: () => log,
    fault(next) {
      fault = next;
    },
    reset() {
      log.length = 0;
      fault = undefined;
    },
    close() {
      return new Promise((done) => {
        server.close(() => done());
        for (const session of sessions) session.destroy();
      });
    },
  };
}
