/** Without the hyphens and spaces that people put between the parts of an ISBN. */
function compact(raw: string): string {
  return raw.replace(/[\s\u2010-\u2015-]/gu, "").toUpperCase();
}

function weighted(digits: string, weight: (position: number) => number): number {
  return Array.from(digits).reduce((sum, digit, position) => sum + Number(digit) * weight(position), 0);
}

/** ISO 2108, annex: weights 1 and 3 in turn, modulo 10. */
function checkDigit13(twelve: string): string {
  return String((10 - (weighted(twelve, (position) => (position % 2 === 0 ? 1 : 3)) % 10)) % 10);
}

/** The older form: weights 10 down to 2, modulo 11, X for ten. */
function checkDigit10(nine: string): string {
  const digit = (11 - (weighted(nine, (position) => 10 - position) % 11)) % 11;
  return digit === 10 ? "X" : String(digit);
}

// Nine zeros have a right check digit in both forms, and stand in catalogues for "none".
const PLACEHOLDER = /^(?:978)?0{9}/;

/** A text's ISBN-13 in digits alone; null if it is none or its check digit is wrong. */
export function readIsbn13(raw: string): string | null {
  const isbn = compact(raw);
  if (!/^97[89]\d{10}$/.test(isbn) || PLACEHOLDER.test(isbn)) return null;
  return isbn.endsWith(checkDigit13(isbn.slice(0, 12))) ? isbn : null;
}

/** A text's ISBN-10 without hyphens, an X in upper case; null if it is none or its check digit is wrong. */
export function readIsbn10(raw: string): string | null {
  const isbn = compact(raw);
  if (!/^\d{9}[\dX]$/.test(isbn) || PLACEHOLDER.test(isbn)) return null;
  return isbn.endsWith(checkDigit10(isbn.slice(0, 9))) ? isbn : null;
}

/** The ISBN-13 of the book that has this ISBN-10. */
export function isbn13Of(isbn10: string): string {
  const twelve = `978${isbn10.slice(0, 9)}`;
  return `${twelve}${checkDigit13(twelve)}`;
}
