import { createHash } from "node:crypto";

/** A book in a complete collection: once, however often and under however many volumes it was listed. */
export type DistinctBook = {
  /** What tells it from other books. */
  readonly identity: readonly ["isbn" | "volume", string];
  readonly isbn13: string | null;
  /** Every volume of the book, in list order. */
  readonly volumeIds: readonly string[];
};

export type ListedVolume = {
  /** Null when the item is broken, so that nothing can be stored. */
  readonly book: { readonly isbn13: string | null; readonly volumeId: string } | null;
  /** The item in an answer to the search `q`. */
  item(q: string): unknown;
};

/** A pseudo-random number from [0, 1), determined by its labels. */
export function chance(...labels: readonly (string | number)[]): number {
  return createHash("sha256").update(labels.join("\n")).digest().readUInt32BE() / 2 ** 32;
}

type Volume = {
  readonly volumeId: string;
  readonly isbn13: string | null;
  readonly info: Readonly<Record<string, unknown>>;
};

function checkDigit13(twelve: string): number {
  let sum = 0;
  for (const [index, digit] of [...twelve].entries()) sum += Number(digit) * (index % 2 === 0 ? 1 : 3);
  return (10 - (sum % 10)) % 10;
}

function checkDigit10(nine: string): string {
  let sum = 0;
  for (const [index, digit] of [...nine].entries()) sum += Number(digit) * (10 - index);
  const digit = (11 - (sum % 11)) % 11;
  return digit === 10 ? "X" : String(digit);
}

/** The identifiers of the `index`th volume, most with both ISBNs, and their ISBN-13. */
function invent(seed: number, index: number): { isbn13: string | null; industryIdentifiers?: unknown[] } {
  const nine = String(400_000_000 + index);
  const isbn13 = `978${nine}${checkDigit13(`978${nine}`)}`;
  const thirteen = { type: "ISBN_13", identifier: isbn13 };
  const ten = { type: "ISBN_10", identifier: `${nine}${checkDigit10(nine)}` };
  const other = { type: "OTHER", identifier: `UOM:3901507610${String(index).padStart(4, "0")}` };
  const kind = chance(seed, index, "identifiers");
  if (kind < 0.08) return { isbn13: null, industryIdentifiers: [other] };
  if (kind < 0.16) return { isbn13, industryIdentifiers: [ten] };
  if (kind < 0.2) return { isbn13: null };
  if (kind < 0.22) {
    const wrong = `${isbn13.slice(0, 12)}${(checkDigit13(isbn13.slice(0, 12)) + 1) % 10}`;
    return { isbn13: null, industryIdentifiers: [{ type: "ISBN_13", identifier: wrong }] };
  }
  return { isbn13, industryIdentifiers: kind < 0.6 ? [thirteen, ten] : [ten, other, thirteen] };
}

function inventVolume(seed: number, index: number): Volume {
  const volumeId = createHash("sha256").update(`${seed} volume ${index}`).digest("base64url").slice(0, 12);
  const { isbn13, industryIdentifiers } = invent(seed, index);
  const has = (what: string, share: number) => chance(seed, index, what) < share;
  const year = 1900 + (index % 120);
  const dates = [`${year}`, `${year}-0${1 + (index % 9)}`, `${year}-0${1 + (index % 9)}-1${index % 10}`];
  const image = `http://books.google.com/books/content?id=${volumeId}&printsec=frontcover&img=1&edge=curl&zoom=`;
  const info = {
    ...(has("title", 0.97) ? { title: `Simulated volume ${index}` } : {}),
    ...(has("subtitle", 0.2) ? { subtitle: `Part ${1 + (index % 3)}` } : {}),
    ...(has("authors", 0.9) ? { authors: [`Author ${index % 300}`, `著者 ${index % 70}`].slice(index % 2) } : {}),
    ...(has("publisher", 0.8) ? { publisher: `Publisher ${index % 40}` } : {}),
    ...(has("date", 0.9) ? { publishedDate: dates[index % 3] } : {}),
    ...(has("description", 0.6) ? { description: `<p>What <b>volume ${index}</b> is about.<br>Q&amp;A.</p>` } : {}),
    ...(industryIdentifiers === undefined ? {} : { industryIdentifiers }),
    ...(has("image", 0.8)
      ? { imageLinks: { smallThumbnail: `${image}5&source=gbs_api`, thumbnail: `${image}1&source=gbs_api` } }
      : {}),
    language: ["ja", "en", "pt-BR", "zh-CN"][index % 4],
  };
  return { volumeId, isbn13, info };
}

function listed({ volumeId, isbn13, info }: Volume, place: number): ListedVolume {
  const page = `http://books.google.com/books?id=${volumeId}`;
  return {
    book: { isbn13, volumeId },
    item: (q) => ({
      kind: "books#volume",
      id: volumeId,
      etag: volumeId.slice(0, 8),
      selfLink: `https://www.googleapis.com/books/v1/volumes/${volumeId}`,
      volumeInfo: {
        ...info,
        // Google's links repeat the search, and the preview's the position among the results.
        previewLink: `${page}&dq=${encodeURIComponent(q)}&hl=&cd=${place + 1}&source=gbs_api`,
        infoLink: `${page}&dq=${encodeURIComponent(q)}&hl=&source=gbs_api`,
      },
    }),
  };
}

const broken: readonly unknown[] = [null, { kind: "books#volume", id: "withoutInfo0" }, { kind: "books#volume" }];

/**
 * A list of results, the same for the same seed. Of a hundred items about three repeat a volume of about the same page,
 * three repeat an earlier one, four are another volume of a listed book, and one is broken.
 */
export function inventVolumes(seed: number, count: number): ListedVolume[] {
  const volumes: Volume[] = [];
  return Array.from({ length: count }, (_, place): ListedVolume => {
    const dice = chance(seed, place, "place");
    const before = (reach: number) => volumes.at(-1 - Math.floor(chance(seed, place, "before") * reach));
    const near = dice < 0.03 ? before(Math.min(10, volumes.length)) : undefined;
    const far = dice >= 0.03 && dice < 0.06 ? before(volumes.length) : undefined;
    const twin = dice >= 0.06 && dice < 0.1 ? before(volumes.length) : undefined;
    if (dice >= 0.99) return { book: null, item: () => broken[place % broken.length] };
    const repeated = near ?? far;
    if (repeated !== undefined) return listed(repeated, place);
    const fresh = inventVolume(seed, place);
    const volume =
      twin?.isbn13 == null
        ? fresh
        : { ...twin, volumeId: fresh.volumeId, info: { ...twin.info, publisher: `Reprint ${place}` } };
    volumes.push(volume);
    return listed(volume, place);
  });
}

/** The books of a list, each once, in order of first occurrence. */
export function distinctBooks(volumes: readonly ListedVolume[]): DistinctBook[] {
  const found = new Map<string, DistinctBook & { readonly volumeIds: string[] }>();
  for (const { book } of volumes) {
    if (book === null) continue;
    const { isbn13, volumeId } = book;
    const identity = isbn13 === null ? (["volume", volumeId] as const) : (["isbn", isbn13] as const);
    const known = found.get(identity.join()) ?? { identity, isbn13, volumeIds: [] };
    found.set(identity.join(), known);
    if (!known.volumeIds.includes(volumeId)) known.volumeIds.push(volumeId);
  }
  return [...found.values()];
}
