import fc from "fast-check";

/** The number of code points of surrogates, which no text of whole characters has. */
const SURROGATES = 0x800;

/**
 * Any character of Unicode. The unit `binary` of fast-check first lists all of them, in each process:
 * that takes a second and a hundred megabytes.
 */
export const anyCharacter = fc
  .nat(0x10_ffff - SURROGATES)
  .map((index) => String.fromCodePoint(index < 0xd800 ? index : index + SURROGATES));
