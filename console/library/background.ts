import type { MagpieClient } from "../../client/index.ts";
import { BackgroundImport } from "./background-import.ts";
import { importStorage } from "./import-storage.ts";
import { KeptTexts } from "./kept-texts.ts";
import { textStorage } from "./text-storage.ts";

/** What a library does that the first screen does not need. */
export interface Background {
  /** The texts of bookmarks on this device. */
  readonly texts: KeptTexts;
  /** The import that runs in the background. */
  readonly imports: BackgroundImport;
}

interface BackgroundOptions
  extends Pick<ConstructorParameters<typeof KeptTexts>[0], "bookmarks" | "choice" | "onFull"> {
  readonly client: MagpieClient;
  /** The names of the databases. */
  readonly databases: { readonly texts: string; readonly imports: string };
  /** The session's, see `inGeneration`. */
  readonly generation: number;
  /** Called with errors of the storage. */
  readonly onError: (error: unknown) => void;
}

/** The texts and the import of this device; nothing is read yet. */
export function openBackground(options: BackgroundOptions): Background {
  const { databases, generation } = options;
  return {
    texts: new KeptTexts({ ...options, storage: textStorage(databases.texts, generation) }),
    imports: new BackgroundImport({ ...options, storage: importStorage(databases.imports, generation) }),
  };
}
