/**
 * The bytes of a file, piece by piece: a large file is never in memory as a whole. Not all browsers iterate over a stream.
 *
 * @throws the browser's error of reading
 */
export async function* fileBytes(file: Blob): AsyncGenerator<Uint8Array, void, undefined> {
  const reader = file.stream().getReader();
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) break;
      yield value;
    }
  } finally {
    await reader.cancel();
  }
}
