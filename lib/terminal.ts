import { Writable } from "node:stream";
import { StringDecoder } from "node:string_decoder";
import { inspect } from "node:util";

/** Characters that control a terminal, break a line, or reverse the direction of text. */
const UNPRINTABLE = /[\p{Cc}\p{Bidi_Control}\u2028\u2029]+/gu;
/** The same without the characters of a text of several lines. */
const CONTROL = /\r(?!\n)|(?![\r\n\t])[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu;
const LINE_BREAKS = /[\n\v\f\r\u0085\u2028\u2029]+/g;

/** A text that a terminal shows and does not obey: controlling characters are written as in JSON, e.g. `\u001b`. */
export function visible(text: string): string {
  return text.replace(CONTROL, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** A text as a part of one line. */
export function oneLine(text: string): string {
  return text.replace(LINE_BREAKS, " ");
}

/** A text as a part of one line for people, the same on a terminal and in a file. */
export function printable(text: string): string {
  return text.replace(UNPRINTABLE, " ");
}

/** The stream's own function, which `guardTerminal` replaces. */
const writeError = process.stderr.write.bind(process.stderr);

/** Shows a line in place of the previous one, on a terminal, and clears the rest of a longer previous line. */
export function replaceLine(line: string): void {
  writeError(`\r${visible(oneLine(line))}\u001b[K`);
}

/** The terminal of standard error for code that controls it itself, such as readline: what it writes is not made `visible`. */
export const ownTerminal = new Writable({
  write: (chunk: Uint8Array, _encoding, done) => {
    writeError(chunk);
    done();
  },
});

type Stream = Pick<NodeJS.WriteStream, "isTTY" | "write">;

/**
 * Makes all text that this process writes to its terminal `visible`, whichever code writes it: titles, messages and answers
 * come from others. Every entry calls it first. Output to a pipe or a file is unchanged, byte for byte.
 */
export function guardTerminal(): void {
  for (const stream of [process.stdout, process.stderr]) guardStream(stream);
  if (!process.stderr.isTTY) return;
  // Node writes an uncaught error without using the stream.
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
