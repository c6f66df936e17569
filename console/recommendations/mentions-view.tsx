import { useLocation } from "preact-iso";
import type { Mention } from "../../client/index.ts";
import { count } from "../language/format.ts";
import { said } from "../language/language.ts";
import { Paged } from "../parts/paged.tsx";
import { usePages } from "../parts/use-pages.ts";
import { useSignedIn } from "../shell/signed-in.ts";
import { filtered, LISTS } from "./addresses.ts";
import { Choice } from "./choice.tsx";
import { knownValue } from "./known-value.ts";
import { MentionItem } from "./mention-item.tsx";
import { mentionTexts } from "./mention-texts.ts";

/** The pages and lists of other sites that link to the owner's, newest first, by kind and status. */
export function MentionsView() {
  const t = said(mentionTexts);
  const { mentions } = useSignedIn().library.client;
  const { query, route } = useLocation();
  const kind = knownValue(t.kinds, query.kind);
  const status = knownValue(t.statuses, query.status);
  const pages = usePages<Mention, string>(
    `mentions ${kind} ${status}`,
    async (cursor, signal) => {
      const page = await mentions.list(
        {
          ...(kind === "" ? {} : { kind }),
          ...(status === "" ? {} : { status }),
          ...(cursor === null ? {} : { cursor }),
        },
        { signal },
      );
      return { items: page.mentions, next: page.next_cursor };
    },
    ({ id }) => id,
  );
  return (
    <>
      <div class="toolbar">
        <Choice
          label={t.kind}
          value={kind}
          options={{ "": t.all, ...t.kinds }}
          onChoose={(chosen) => route(filtered(LISTS.mentions, { kind: chosen, status }))}
        />
        <Choice
          label={t.status}
          value={status}
          options={{ "": t.all, ...t.statuses }}
          onChoose={(chosen) => route(filtered(LISTS.mentions, { kind, status: chosen }))}
        />
      </div>
      <Paged
        pages={pages}
        amount={(shown, _, hasMore) => t.mentionAmount(count(shown), hasMore)}
        empty={kind === "" && status === "" ? t.noMentions : t.noMentionsOfKind}
      >
        {(found) => (
          <ul class="items" aria-label={t.mentionList}>
            {found.map((mention) => (
              <li key={mention.id}>
                <MentionItem mention={mention} onBlocked={pages.reload} />
              </li>
            ))}
          </ul>
        )}
      </Paged>
    </>
  );
}
