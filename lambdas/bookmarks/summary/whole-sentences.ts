/** The longest sentence that is accepted, in code units. */
const MAX_LENGTH = 300;
/** Shorter pieces are headings and captions; in code units. Scripts without spaces need fewer for the same content. */
const MIN_LENGTH = 30;
const MIN_DENSE_LENGTH = 12;

const DENSE = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/u;
const ENDED = /[.!?…。．！？][\p{Pe}\p{Pf}"']*$/u;

const OPENING = /[「『（]/g;
const CLOSING = /[」』）]/g;
const ABBREVIATED = /\b(?:Mr|Mrs|Ms|Dr|Prof|St|vs|e\.g|i\.e|No|Fig)\.\s*$/;

const pieces = new Intl.Segmenter("en", { granularity: "sentence" });

/**
 * Whether a sentence continues after the segmenter's break: within a quotation, after a quotation, or after a title such as
 * "Dr.".
 */
function goesOn(sentence: string, next: string): boolean {
  if (sentence.length > MAX_LENGTH) return false;
  const open = (sentence.match(OPENING)?.length ?? 0) > (sentence.match(CLOSING)?.length ?? 0);
  const quoted = /[」』）]$/.test(sentence) && /^\p{sc=Hiragana}/u.test(next);
  return open || quoted || ABBREVIATED.test(sentence);
}

function isWhole(sentence: string): boolean {
  const least = DENSE.test(sentence) ? MIN_DENSE_LENGTH : MIN_LENGTH;
  return sentence.length >= least && sentence.length <= MAX_LENGTH && ENDED.test(sentence);
}

/** The sentences of a text that are complete within one paragraph and neither too short nor too long, in order. */
export function* wholeSentences(text: string): Generator<string, void, undefined> {
  let sentence = "";
  // One segmentation for the whole text: thousands of them would take more memory than the page. A line feed ends a segment.
  for (const { segment } of pieces.segment(text)) {
    if (sentence !== "" && (sentence.endsWith("\n") || !goesOn(sentence, segment))) {
      if (isWhole(sentence.trim())) yield sentence.trim();
      sentence = "";
    }
    sentence += segment;
  }
  if (isWhole(sentence.trim())) yield sentence.trim();
}
