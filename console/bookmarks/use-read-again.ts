import { said } from "../language/language.ts";
import type { Action } from "../parts/answers/use-action.ts";
import { useAction } from "../parts/answers/use-action.ts";
import { useSignedIn } from "../shell/signed-in.ts";
import { tell } from "../shell/status.tsx";
import { bookmarkTexts } from "./bookmark-texts.ts";

/** Has the page of a bookmark read again, also when there is no network now. */
export function useReadAgain(id: string): Action {
  const { library } = useSignedIn();
  return useAction(async () => {
    await library.queue.enqueue({ refresh: "bookmark", id });
    tell(said(bookmarkTexts).willRead);
  });
}
