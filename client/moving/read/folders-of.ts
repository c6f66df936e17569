import type { FileFormat } from "./formats.ts";
import type { JsonObject } from "./json-elements.ts";

/** The deepest folder whose name becomes a tag. */
export const DEEPEST_FOLDER = 64;

type Fields = Readonly<Record<string, unknown>>;

/**
 * The names of the folders of an entry in JSON, outermost first, without those that the program itself has given.
 *
 * @param parent the object around the entry
 * @param ids what the entry has in the column of `listed.ids`
 */
export function foldersOf(
  parent: JsonObject | null,
  ids: unknown,
  { around, listed, ownNames = [] }: FileFormat,
): readonly string[] {
  const folders: Fields[] = [];
  let top = parent;
  for (let each = parent; each !== null; each = each.parent) {
    top = each;
    if (around !== undefined && each.isElement && folders.length < DEEPEST_FOLDER) folders.unshift(each.fields);
  }
  const inList = listed === undefined ? NONE : byId(top?.fields[listed.list]);
  for (const id of Array.isArray(ids) ? ids.slice(0, DEEPEST_FOLDER) : []) {
    const folder = inList.get(id);
    if (folder !== undefined) folders.push(folder);
  }
  const names = folders
    .flatMap((folder) => [...parentsOf(folder, inList), folder])
    .filter((folder) => around?.own === undefined || typeof folder[around.own] !== "string")
    .map((folder) => folder[around?.name ?? "name"])
    .filter((name): name is string => typeof name === "string" && name.trim() !== "")
    .filter((name) => !ownNames.includes(name.toLowerCase()));
  return Array.from(new Set(names)).slice(0, DEEPEST_FOLDER);
}

/** The folders above one in the list, the outermost first. */
function parentsOf(folder: Fields, inList: ReadonlyMap<unknown, Fields>): readonly Fields[] {
  const parents: Fields[] = [];
  let each = inList.get(folder.parentId);
  while (each !== undefined && parents.length < DEEPEST_FOLDER && !parents.includes(each)) {
    parents.unshift(each);
    each = inList.get(each.parentId);
  }
  return parents;
}

const NONE: ReadonlyMap<unknown, Fields> = new Map();
/** The folders of lists by their ids, each made once: all entries of a file have the same list. */
const made = new WeakMap<readonly unknown[], ReadonlyMap<unknown, Fields>>();

function byId(list: unknown): ReadonlyMap<unknown, Fields> {
  if (!Array.isArray(list)) return NONE;
  const there = made.get(list);
  if (there !== undefined) return there;
  const folders = list.filter((each): each is Fields => typeof each === "object" && each !== null);
  const byIds = new Map(folders.map((each) => [each.id, each]));
  made.set(list, byIds);
  return byIds;
}
