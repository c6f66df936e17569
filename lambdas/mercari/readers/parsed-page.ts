import { Document, DomHandler } from "domhandler";
import { Parser } from "htmlparser2";

// The scripts of every page contain all sentences of the site, also the one that states a deletion.
const NEVER_SHOWN = new Set("iframe noembed noframes noscript script style template textarea title xmp".split(" "));

/** Ten times the nesting of any page. The parser searches the open elements at each end tag. */
const MAX_DEPTH = 250;
/** Twenty times the elements of a page of 120 listings. The limit is there because each element takes memory in the tree. */
const MAX_ELEMENTS = 50_000;

/**
 * The tree of a document without its invisible parts: comments, scripts and the like. Takes time linear in the
 * document's length. Never throws.
 *
 * @returns null for a document that was cut off, that is, one that does not end with `</html>`; an empty tree for a document
 *   with more nesting or more elements than the limits
 */
export function parsedPage(html: string): Document | null {
  const tree = new DomHandler();
  let elements = 0;
  let depth = 0;
  /** How many of the open elements are not shown, or are inside of one that is not. */
  let notShown = 0;
  let hasEnded = false;
  let isTooLarge = false;
  const parser = new Parser({
    onopentagname() {
      hasEnded = false;
    },
    onopentag(name, attributes) {
      elements += 1;
      depth += 1;
      isTooLarge = depth > MAX_DEPTH || elements > MAX_ELEMENTS;
      if (isTooLarge) parser.pause();
      if (notShown > 0 || NEVER_SHOWN.has(name)) notShown += 1;
      else tree.onopentag(name, attributes);
    },
    onclosetag(name, isImplied) {
      depth -= 1;
      hasEnded = name === "html" && !isImplied;
      if (notShown > 0) notShown -= 1;
      else tree.onclosetag();
    },
    ontext(text) {
      if (hasEnded && text.trim() !== "") hasEnded = false;
      if (notShown === 0) tree.ontext(text);
    },
  });
  parser.end(html);
  if (isTooLarge) return new Document([]);
  // The parser says nothing of a tag or comment that is cut off after the end.
  return hasEnded && html.trimEnd().endsWith(">") ? tree.root : null;
}
