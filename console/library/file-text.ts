/** The text of a file, piece by piece: a large file is never in memory as a whole. @throws the browser's error of reading */
export async function* fileText(file: Blob): AsyncGenerator<string, void, undefined> {
  const reader = file.stream().getReader();
  const decoder = new TextDecoder();
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) break;
      yield decoder.decode(value, { stream: true });
    }
    yield decoder.decode();
  } finally {
    await reader.cancel();
  }
}
