import { beginning } from "../../shared/plain-text.ts";
import type { PageText } from "../readers/page-content.ts";
import { salientWords, wordWeights } from "./salient-words.ts";
import type { Summariser } from "./summariser.ts";
import { wholeSentences } from "./whole-sentences.ts";

/** The number of code units of a text that are read: the beginning of a text shows its subject. */
const MAX_TEXT = 100_000;
const MAX_CANDIDATES = 1000;

const MAX_SENTENCES = 3;
/** The length of a summary in code points: a sentence that would exceed it is skipped in favour of a shorter one. */
const AIM_CODE_POINTS = 300;
/** Two sentences that have a larger share of their words in common are treated as duplicates. */
const MAX_OVERLAP = 0.6;

const MAX_TAGS = 5;

interface Sentence {
  readonly text: string;
  /** Index among the candidates. */
  readonly index: number;
  readonly words: ReadonlySet<string>;
}

function candidates(text: string): Sentence[] {
  const found: Sentence[] = [];
  for (const sentence of wholeSentences(text)) {
    if (found.length >= MAX_CANDIDATES) break;
    found.push({ text: sentence, index: found.length, words: new Set(salientWords(sentence)) });
  }
  return found;
}

function score({ words, index }: Sentence, weights: ReadonlyMap<string, number>): number {
  let sum = 0;
  for (const word of words) sum += Math.log1p(weights.get(word) ?? 0);
  // The sum is divided by a root, so that neither the longest nor the shortest sentences are preferred. Earlier sentences
  // are preferred.
  return (sum / Math.sqrt(words.size + 3)) * (1 + 1 / (1 + index / 2));
}

function sayTheSame(one: Sentence, other: Sentence): boolean {
  const shared = Array.from(one.words).filter((word) => other.words.has(word)).length;
  return one.text === other.text || shared > MAX_OVERLAP * Math.min(one.words.size, other.words.size);
}

const codePoints = (text: string): number => Array.from(text).length;

function bestSentences(text: string, weights: ReadonlyMap<string, number>): Sentence[] {
  const ranked = candidates(text)
    .map((sentence) => ({ sentence, score: score(sentence, weights) }))
    .sort((one, other) => other.score - one.score);
  const best: Sentence[] = [];
  // Each sentence is counted with a space after it, which the last one does not have.
  let room = AIM_CODE_POINTS + 1;
  for (const { sentence } of ranked) {
    const length = codePoints(sentence.text) + 1;
    if (length > room || best.some((chosen) => sayTheSame(chosen, sentence))) continue;
    best.push(sentence);
    room -= length;
    if (best.length === MAX_SENTENCES) break;
  }
  return best.sort((one, other) => one.index - other.index);
}

/** One paragraph. No space follows a full-width punctuation mark. */
function joined(sentences: readonly Sentence[]): string {
  return sentences
    .map(({ text }) => text)
    .join(" ")
    .replace(/(?<=[。．！？」』）]) /g, "");
}

function summaryOf({ description }: PageText, text: string, weights: ReadonlyMap<string, number>): string | null {
  // For a text without sentences, such as a list of links or prices, the page's own description is the best summary.
  const scraps = text.replaceAll("\n", " ");
  const summary = joined(bestSentences(text, weights)) || description || beginning(scraps, AIM_CODE_POINTS);
  return summary || null;
}

/** The singular form of an English word, or an equal approximation for both forms. */
const singular = (word: string): string => word.replace(/(?:(?<=s|x|ch|sh)es|s)$/, "");

function isAlike(one: string, other: string): boolean {
  if (singular(one) === singular(other)) return true;
  // A compound and its part, such as 機械学習 and 学習. In alphabetic scripts one word may contain another by chance, as
  // "javascript" contains "java".
  return !/[a-z]/.test(one + other) && (one.includes(other) || other.includes(one));
}

function tagsOf(weights: ReadonlyMap<string, number>): string[] {
  const ranked = Array.from(weights).sort(([, one], [, other]) => other - one);
  // A word that occurs once carries little information, unless every word occurs once.
  const repeated = ranked.filter(([, weight]) => weight > 1);
  const tags: string[] = [];
  for (const [word] of repeated.length > 0 ? repeated : ranked) {
    if (tags.length === MAX_TAGS) break;
    if (!tags.some((tag) => isAlike(tag, word))) tags.push(word);
  }
  return tags;
}

/**
 * A summariser without a network: it selects the two or three sentences with the largest weight of words that the page
 * repeats, preferring early ones, and uses the heaviest words as tags. The summary of a page without complete sentences is
 * its description; a page without any text has none. The same page always has the same summary; never rejects.
 */
export function extractiveSummariser(): Summariser {
  return {
    summarise: async (page) => {
      const text = page.text.slice(0, MAX_TEXT);
      const weights = wordWeights({ ...page, text });
      return {
        summary: summaryOf(page, text, weights),
        tags: text.trim() === "" ? [] : tagsOf(weights),
        by: "extractive",
      };
    },
  };
}
