import { InvalidArgumentError, Option } from "commander";

/** The option that limits a list, whose items may be many. */
export function limitOption(items: string): Option {
  return new Option("--limit <number>", `only the first ${items}`)
    .argParser(wholeNumber)
    .default(Number.POSITIVE_INFINITY, "all");
}

/** The option that searches a list. */
export function searchOption(): Option {
  return new Option("--q <words>", 'only those that hold all of these words and "quoted phrases"');
}

/** The option of a tag. @param description what it is, or does */
export function tagOption(description: string): Option {
  const parser = (tag: string, tags: readonly string[] = []): readonly string[] => [...tags, tag];
  return new Option("--tag <tag>", `${description}; may be repeated`).argParser(parser);
}

function wholeNumber(value: string): number {
  if (!/^[1-9]\d{0,8}$/.test(value)) throw new InvalidArgumentError("It must be a whole number from 1.");
  return Number(value);
}

/** The first items of a list, at most `limit`. */
export async function firstItems<T>(items: AsyncIterable<T>, limit: number): Promise<T[]> {
  const first: T[] = [];
  for await (const item of items) {
    first.push(item);
    if (first.length >= limit) break;
  }
  return first;
}
