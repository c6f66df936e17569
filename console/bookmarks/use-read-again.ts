import { translations } from "../language/language.ts";
import { useSignedIn } from "../library/signed-in.ts";
import type { Mutation } from "../parts/queries/use-mutation.ts";
import { useMutation } from "../parts/queries/use-mutation.ts";
import { notify } from "../status/status.tsx";
import { bookmarkTexts } from "./bookmark-texts.ts";

/** Has the page of a bookmark read again, also when there is no network now. */
export function useReadAgain(id: string): Mutation {
  const { library } = useSignedIn();
  return useMutation(async () => {
    await library.queue.enqueue({ refresh: "bookmark", id });
    notify(translations(bookmarkTexts).willRead);
  });
}
