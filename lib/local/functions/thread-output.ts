import { StringDecoder } from "node:string_decoder";

/**
 * Sends what this thread writes to its standard streams, a line at a time and at once. The streams of a worker thread wait
 * for their reader: what has not been read when the thread is ended is lost, and each line takes a message in both directions.
 */
export function sendOutput(send: (line: string) => void): void {
  for (const stream of [process.stdout, process.stderr]) {
    const decoder = new StringDecoder();
    let rest = "";
    stream.write = (chunk: string | Uint8Array, ...[encoding, callback]: unknown[]) => {
      const named = typeof encoding === "string" ? (encoding as BufferEncoding) : "utf8";
      const text = typeof chunk === "string" && named === "utf8" ? chunk : decoder.write(bytesOf(chunk, named));
      const lines = (rest + text).split(/\r?\n/);
      rest = lines.pop() ?? "";
      for (const line of lines) send(line);
      const done = typeof encoding === "function" ? encoding : callback;
      if (typeof done === "function") process.nextTick(done as () => void);
      return true;
    };
    process.once("exit", () => {
      if (rest !== "") send(rest);
    });
  }
}

function bytesOf(chunk: string | Uint8Array, encoding: BufferEncoding): Buffer {
  return typeof chunk === "string" ? Buffer.from(chunk, encoding) : Buffer.from(chunk);
}
