import { afterEach } from "vitest";
import type { Library } from "../../../console/library/library.ts";
import { openLibrary } from "../../../console/library/library.ts";
import type { Session } from "../../../console/session/session.ts";

/**
 * Opens libraries, which are closed after each test: call it behind the other hooks of the file, which run after that.
 *
 * @param of whose libraries, in the present test
 */
export function openLibraries(of: () => { readonly person: string; readonly session: Session }) {
  const open: Library[] = [];
  afterEach(async () => {
    for (const library of open.splice(0)) await library.close();
  });
  /** A library as a page has it before its items are shown. */
  const ready = async (): Promise<Library> => {
    const { person, session } = of();
    const library = await openLibrary("https://api.magpie.example", person, session);
    open.push(library);
    return library;
  };
  const opened = async (): Promise<Library> => {
    const library = await ready();
    library.start();
    return library;
  };
  return { ready, opened };
}
