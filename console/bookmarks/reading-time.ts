/**
 * Words a minute of silent reading: Brysbaert 2019, https://doi.org/10.1016/j.jml.2019.104047. The API's words of Japanese and
 * Chinese have 1.8 characters each: so many of them are the 430 characters a minute in which these are read.
 */
const WORDS = 238;

/** Minutes in which a text is read, at least one. @param words as the API counts them */
export function readingMinutes(words: number): number {
  return Math.max(1, Math.round(words / WORDS));
}
