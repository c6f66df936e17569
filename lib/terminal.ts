import { StringDecoder } from "node:string_decoder";
import { inspect } from "node:util";

/** What controls a terminal, breaks a line, or turns the direction of text around. */
const UNPRINTABLE = /[\p{Cc}\p{Bidi_Control}\u2028\u2029]+/gu;
/** The same without what a text of several lines consists of. */
const CONTROL = /\r(?!\n)|(?![\r\n\t])[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu;
const LINE_BREAKS = /[\n\v\f\r\u0085\u2028\u2029]+/g;

/** A text that a terminal shows and does not obey: what would control it is written as in JSON, e.g. `\u001b`. */
export function visible(text: string): string {
  return text.replace(CONTROL, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** A text as a part of one line. */
export function oneLine(text: string): string {
  return text.replace(LINE_BREAKS, " ");
}

/** A text as a part of one line for people, who see the same on a terminal and in a file. */
export function printable(text: string): string {
  return text.replace(UNPRINTABLE, " ");
}

/** The stream's own, which `guardTerminal` replaces. */
const writeError = process.stderr.write.bind(process.stderr);

/** Shows a line instead of the one before, on a terminal. The line's end is cleared: the one before may be longer. */
export function replaceLine(line: string): void {
  writeError(`\r${visible(oneLine(line))}\u001b[K`);
}

type Stream = Pick<NodeJS.WriteStream, "isTTY" | "write">;

/**
 * Makes everything that this process writes to its terminal `visible`, whoever writes it: titles, messages and answers come
 * from others. Every entry calls it first. What goes to a pipe or a file stays as it is, byte for byte.
 */
export function guardTerminal(): void {
  for (const stream of [process.stdout, process.stderr]) guardStream(stream);
  if (!process.stderr.isTTY) return;
  // Node writes an uncaught error past the stream.
  process.setUncaughtExceptionCaptureCallback((error) => {
    console.error(inspect(error));
    process.exit(1);
  });
}

/** Makes what is written to a stream visible, if it is a terminal. */
export function guardStream(stream: Stream): void {
  if (!stream.isTTY) return;
  const write = stream.write.bind(stream) as (text: string, callback?: (error?: Error | null) => void) => boolean;
  const decoder = new StringDecoder();
  stream.write = (chunk: string | Uint8Array, ...[encoding, callback]: unknown[]) => {
    const text = typeof chunk === "string" ? chunk : decoder.write(Buffer.from(chunk));
    return write(visible(text), (typeof encoding === "function" ? encoding : callback) as undefined);
  };
}
