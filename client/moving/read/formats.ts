import type { EntryMark } from "../file-entry.ts";
import { unplainCell } from "../magpie-csv.ts";
import type { FileDate } from "./file-date.ts";
import { dayFirstDate, webKitDate } from "./file-date.ts";

/**
 * The fields of an entry. Several columns of a note, of tags or of folders are joined; of the others the first value counts.
 */
export type Field = "url" | "title" | "note" | "tags" | "folder" | "savedAt";

/** The format in which a program writes bookmarks. This list is the only place that knows programs. */
export interface FileFormat extends Readonly<Partial<Record<EntryMark, Marked | true>>> {
  /** As its program is named in texts. */
  readonly program: string;
  readonly container: "html" | "json" | "csv";
  /** Columns that distinguish it from the other formats of its container, which are tried in the order of the list. */
  readonly marks: readonly string[];
  /** The columns of each field, in the form of `columnName`; a column of an object in JSON is named `object.column`. */
  readonly fields: Readonly<Partial<Record<Field, readonly string[]>>>;
  /** In JSON the names of the objects and lists around an entry, joined by dots, of which repeated ones stand once. */
  readonly at?: RegExp;
  /** The object with the place in the text of a bookmark: of our own exports. */
  readonly place?: string;
  /** What separates tags in one text; default: a comma. */
  readonly separator?: "|" | ";" | " ";
  /** The text of a cell before its program changed it for spreadsheets. */
  readonly cell?: (written: string) => string;
  /** Names that the program itself gives to folders or tags, in lower case. */
  readonly ownNames?: readonly string[];
  /** Folders around an entry in JSON: the column of the folder's name, and the one that only a folder of the program itself has. */
  readonly around?: { readonly name: string; readonly own?: string };
  /** Folders that JSON lists beside the entries: the name of that list, and the entry's column with their ids. */
  readonly listed?: { readonly list: string; readonly ids?: string };
  /** How dates are written; default: `fileDate`. */
  readonly date?: (written: unknown) => FileDate;
}

/** Columns that mark an entry: the values that do, in lower case; absent is empty. True where all entries of the list are. */
type Marked = Readonly<Record<string, readonly string[]>>;

const YES = ["1", "true", "yes"];
const NO = ["0", "false", "no"];

/** Lists of entries without folders. */
const FLAT = /^(?:bookmarks|results|stocks|items|links|_embedded\.items)?$/;

/** The columns of formats that are not known. */
const ANY: FileFormat["fields"] = {
  url: ["url", "href", "link", "uri", "canonicalurl", "content.url"],
  title: ["title", "name"],
  note: ["description", "notes", "note", "memo", "comment", "comments"],
  tags: ["tags", "labels", "tagnames", "keywords"],
  folder: ["folder", "collection"],
  savedAt: [
    "savedat",
    "timeadded",
    "createdat",
    "created",
    "dateadded",
    "addedat",
    "adddate",
    "date",
    "time",
    "timestamp",
  ],
};

const LINKWARDEN: FileFormat["fields"] = {
  url: ["url"],
  title: ["name"],
  note: ["description"],
  tags: ["tags"],
  savedAt: ["createdat"],
};

/** Its own folders: an entry is in one of them, or in one of its person. */
const INSTAPAPER: Partial<FileFormat> = {
  ownNames: ["unread", "archive", "starred"],
  unread: { folder: ["unread"] },
  starred: { folder: ["starred"] },
};

const csv = (program: string, marks: readonly string[], rest: Partial<FileFormat>): FileFormat => ({
  program,
  container: "csv",
  marks,
  fields: ANY,
  ...rest,
});
const json = (program: string, marks: readonly string[], rest: Partial<FileFormat>): FileFormat => ({
  program,
  container: "json",
  marks,
  fields: ANY,
  at: FLAT,
  ...rest,
});

/**
 * Every format that is read. Other columns of an entry are reported as not read.
 */
export const FORMATS: readonly FileFormat[] = [
  csv("Magpie", ["url", "savedat"], {
    fields: { url: ["url"], title: ["title"], note: ["note"], tags: ["tags"], savedAt: ["savedat"] },
    unread: { unread: YES },
    starred: { starred: YES },
    separator: "|",
    cell: unplainCell,
  }),
  csv("Pocket", ["timeadded"], { separator: "|", unread: { status: ["unread"] } }),
  csv("Instapaper", ["url", "selection", "timestamp"], { fields: { ...ANY, note: ["selection"] }, ...INSTAPAPER }),
  csv("Raindrop", ["url", "excerpt", "folder"], {
    fields: { ...ANY, note: ["note"] },
    ownNames: ["unsorted"],
    starred: { favorite: YES },
  }),
  csv("Readwise Reader", ["url", "documenttags", "saveddate"], {
    fields: { url: ["url"], title: ["title"], note: ["documentnote"], tags: ["documenttags"], savedAt: ["saveddate"] },
    unread: { location: ["new", "later", "shortlist"] },
  }),
  csv("Matter", ["url", "inqueue", "lastinteractiondate"], {
    fields: { ...ANY, savedAt: ["lastinteractiondate"] },
    separator: ";",
    unread: { inqueue: YES },
    starred: { favorited: YES },
  }),
  csv("Diigo", ["url", "comments", "annotations"], {
    fields: { ...ANY, note: ["description", "comments", "annotations"] },
    separator: " ",
    ownNames: ["no_tag"],
  }),
  csv("Wallabag", ["url", "mimetype", "creationdate"], {
    fields: { url: ["url"], title: ["title"], tags: ["tags"], savedAt: ["creationdate"] },
    date: dayFirstDate,
  }),
  // Readeck itself archives what is `archive`, and nothing else (internal/bookmarks/importer/csv.go).
  csv("Readeck", ["url", "labels", "created", "state"], { unread: { state: ["", "unread"] } }),
  csv("Readeck", ["url", "labels", "created"], { ownNames: ["archive", "unread"], unread: { folder: ["unread"] } }),
  csv("another program", [], {}),

  json("Firefox", ["uri"], {
    fields: { url: ["uri"], title: ["title"], tags: ["tags"], savedAt: ["dateadded"] },
    at: /^children$/,
    around: { name: "title", own: "root" },
  }),
  json("Chrome", ["url", "dateadded"], {
    fields: { url: ["url"], title: ["name"], savedAt: ["dateadded"] },
    at: /^roots\.\w+\.children$/,
    around: { name: "name" },
    date: webKitDate,
  }),
  json("Linkwarden", ["url"], {
    fields: LINKWARDEN,
    at: /^collections\.links$/,
    ownNames: ["unorganized"],
    around: { name: "name" },
    listed: { list: "collections" },
  }),
  // Each of them is in a collection, too: the entries of one page are merged.
  json("Linkwarden", ["url"], { fields: LINKWARDEN, at: /^pinnedLinks$/, starred: true }),
  json("Toby", ["url"], {
    fields: { url: ["url"], title: ["customtitle", "title"], note: ["customdescription"] },
    at: /^(?:groups\.)?lists\.cards$/,
    around: { name: "title" },
  }),
  json("Karakeep", ["content.type", "createdat"], {
    fields: { url: ["content.url"], title: ["title"], note: ["note"], tags: ["tags"], savedAt: ["createdat"] },
    listed: { list: "lists", ids: "lists" },
    unread: { archived: NO },
    starred: { favourited: YES },
  }),
  json("Pinboard", ["href", "extended"], {
    fields: { url: ["href"], title: ["description"], note: ["extended"], tags: ["tags"], savedAt: ["time"] },
    separator: " ",
    unread: { toread: YES },
  }),
  json("Omnivore", ["url", "labels", "savedat"], { unread: { state: ["active"] } }),
  json("Readeck", ["url", "labels", "created"], { unread: { isarchived: NO }, starred: { ismarked: YES } }),
  json("GoodLinks", ["url", "addedat"], { unread: { readat: [""] }, starred: { starred: YES } }),
  json("Wallabag", ["url", "isarchived", "createdat"], { unread: { isarchived: NO }, starred: { isstarred: YES } }),
  json("linkding", ["url", "tagnames"], { unread: { unread: YES } }),
  json("Magpie", ["sourcehint"], { unread: { unread: YES }, starred: { starred: YES }, place: "place" }),
  json("another program", [], { separator: " ", unread: { unread: YES }, starred: { starred: YES } }),

  {
    program: "Instapaper",
    container: "html",
    marks: ["folder"],
    fields: { url: ["href"], title: ["title"], folder: ["folder"] },
    ...INSTAPAPER,
  },
  {
    program: "browsers",
    container: "html",
    marks: [],
    fields: {
      url: ["href"],
      title: ["title"],
      note: ["note"],
      tags: ["tags"],
      savedAt: ["savedat", "adddate", "timeadded"],
    },
    unread: { toread: YES, section: ["unread"] },
    // Raindrop's, like the folder below.
    starred: { starred: YES, dataimportant: YES },
    ownNames: ["unsorted", "linkding:bookmarks.archived"],
  },
];

/** The first format of a container whose marks a file's columns have. @param at of JSON: where the entry is */
export function formatOf(
  container: FileFormat["container"],
  columns: Pick<ReadonlySet<string>, "has">,
  at = "",
): FileFormat | null {
  const fits = ({ container: own, marks, at: places }: FileFormat) =>
    own === container && (places?.test(at) ?? true) && marks.every((mark) => columns.has(mark));
  return FORMATS.find(fits) ?? null;
}

/** A column's name in the form in which names are compared: without case, white space, underscores and hyphens. */
export function columnName(name: string): string {
  return name
    .slice(0, LONGEST_NAME)
    .toLowerCase()
    .replace(/[\s_-]+/g, "");
}

/** The longest reported name of a column, in UTF-16 code units. */
export const LONGEST_NAME = 60;
