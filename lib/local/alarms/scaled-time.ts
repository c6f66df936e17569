/**
 * The system's own time: as many times faster than the clock as its waits are shorter.
 *
 * @param clock milliseconds of the epoch
 * @returns milliseconds; at first the clock's own
 */
export function scaledTime(scale: number, clock: () => number): () => number {
  const began = clock();
  return () => began + (clock() - began) / scale;
}
