/** Longest sentence that is taken for one, in code units. */
const MAX_LENGTH = 300;
/** Shorter ones are headings and captions, in code units; scripts without spaces say more in fewer. */
const MIN_LENGTH = 30;
const MIN_DENSE_LENGTH = 12;

const DENSE = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/u;
const ENDED = /[.!?…。．！？][\p{Pe}\p{Pf}"']*$/u;

const OPENING = /[「『（]/g;
const CLOSING = /[」』）]/g;
const ABBREVIATED = /\b(?:Mr|Mrs|Ms|Dr|Prof|St|vs|e\.g|i\.e|No|Fig)\.\s*$/;

const pieces = new Intl.Segmenter("en", { granularity: "sentence" });

/** Whether a sentence goes on beyond where the segmenter broke it: within a quotation, after one, after a title. */
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

/** The sentences of a text that begin and end in one paragraph and are neither scraps nor endless, in their order. */
export function* wholeSentences(text: string): Generator<string, void, undefined> {
  let sentence = "";
  // One segmentation for all: thousands of them hold more memory than a page is worth. A line feed ends a segment.
  for (const { segment } of pieces.segment(text)) {
    if (sentence !== "" && (sentence.endsWith("\n") || !goesOn(sentence, segment))) {
      if (isWhole(sentence.trim())) yield sentence.trim();
      sentence = "";
    }
    sentence += segment;
  }
  if (isWhole(sentence.trim())) yield sentence.trim();
}
