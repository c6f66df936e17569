/** How many characters of a block are in lines of text that end above a line of the window. */
export function offsetAt(block: Element, line: number): number {
  const characters = charactersOf(block);
  let from = 0;
  let to = characters.length;
  while (from < to) {
    const middle = Math.floor((from + to) / 2);
    if (characters.rectOf(middle).bottom > line) to = middle;
    else from = middle + 1;
  }
  return from;
}

/** The top of the line of text that has a character of a block, or its last one, in pixels from the top of the window. */
export function topOfCharacter(block: Element, offset: number): number {
  const characters = charactersOf(block);
  return offset === 0 || characters.length === 0
    ? block.getBoundingClientRect().top
    : characters.rectOf(Math.min(offset, characters.length - 1)).top;
}

/** The UTF-16 code units of a block's text, with the rectangle of each. */
function charactersOf(block: Element) {
  const walker = document.createTreeWalker(block, NodeFilter.SHOW_TEXT);
  const nodes: Text[] = [];
  while (walker.nextNode()) nodes.push(walker.currentNode as Text);
  const length = nodes.reduce((sum, { data }) => sum + data.length, 0);
  const range = document.createRange();
  const oneRect = (offset: number): DOMRect => {
    let rest = offset;
    const node = nodes.find(({ data }) => {
      if (rest < data.length) return true;
      rest -= data.length;
      return false;
    });
    if (node === undefined) return block.getBoundingClientRect();
    range.setStart(node, rest);
    range.setEnd(node, rest + 1);
    return range.getBoundingClientRect();
  };
  const rectOf = (offset: number): DOMRect => {
    // White space that is not shown, as where a line ends, is nowhere.
    for (let each = offset; each < length; each += 1) {
      const rect = oneRect(each);
      if (rect.height > 0) return rect;
    }
    return block.getBoundingClientRect();
  };
  return { length, rectOf };
}
