import type { Reader } from "./reader.ts";

/** A hostile text of any size. */
export interface Shape {
  readonly name: string;
  /** @param size in bytes */
  readonly make: (size: number) => string;
}

/** A piece, repeated as often as it fits; a `#` in it is a different number each time. */
export function repeated(piece: string, size: number): string {
  const width = Buffer.byteLength(piece);
  if (!piece.includes("#")) return piece.repeat(Math.max(0, Math.floor(size / width)));
  const pieces: string[] = [];
  for (let length = 0; length < size; length += Buffer.byteLength(pieces.at(-1) ?? "")) {
    pieces.push(piece.replaceAll("#", pieces.length.toString(36)));
  }
  return pieces.slice(0, -1).join("");
}

/** The repeated sequences of tokens: one token, two in turn, and many of one before as many of another. */
function fillings(tokens: readonly string[]): Shape[] {
  const pairs = tokens.flatMap((one) => tokens.filter((other) => other !== one).map((other) => [one, other] as const));
  return [
    ...tokens.map((token) => ({ name: JSON.stringify(token), make: (size: number) => repeated(token, size) })),
    ...pairs.map(([one, other]) => ({
      name: `${JSON.stringify(one)} and ${JSON.stringify(other)} in turn`,
      make: (size: number) => repeated(one + other, size),
    })),
    ...pairs.map(([one, other]) => ({
      name: `${JSON.stringify(one)}, then ${JSON.stringify(other)}`,
      make: (size: number) => repeated(one, size / 2) + repeated(other, size / 2),
    })),
  ];
}

export function framed({ name, make }: Shape, [before, after]: readonly [string, string]): Shape {
  const room = (size: number) => Math.max(0, size - Buffer.byteLength(before) - Buffer.byteLength(after));
  return {
    name: before === "" ? name : `${JSON.stringify(before.slice(-40))} with ${name}`,
    make: (size) => before + make(room(size)) + after,
  };
}

/** The length at which a repeated piece is cut in a name, in code units. */
const TOLD = 200;

/** The texts that were expensive once. */
export function knownShapes({ cases = [], frames: [[, end] = ["", ""]] }: Reader): readonly Shape[] {
  return cases.map(([before, piece]) =>
    framed({ name: JSON.stringify(piece.slice(0, TOLD)), make: (size) => repeated(piece, size) }, [before, end]),
  );
}

/** Every text made of a reader's tokens: pairs without a frame, and single tokens in each frame. */
export function generatedShapes({ tokens, frames }: Reader): readonly Shape[] {
  const [plain, ...others] = frames;
  const singles = fillings(tokens).slice(0, tokens.length);
  return [
    ...fillings(tokens).map((shape) => framed(shape, plain ?? ["", ""])),
    ...others.flatMap((frame) => singles.map((shape) => framed(shape, frame))),
  ];
}
