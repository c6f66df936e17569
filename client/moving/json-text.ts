/** A JSON object with one list, an item a line, written while the items arrive. */
export async function* jsonText(name: string, items: AsyncIterable<unknown>): AsyncGenerator<string, void, undefined> {
  let before = `{${JSON.stringify(name)}:[\n`;
  for await (const item of items) {
    yield before + JSON.stringify(item);
    before = ",\n";
  }
  yield before === ",\n" ? "\n]}\n" : `${before}]}\n`;
}
