import type { HttpAnswer, HttpRequest } from "../emulators/http-event.ts";
import type { SavedItemSystem } from "./saved-item-history.ts";
import type { SavedItemAct, ShownItem, Written } from "./saved-item-model.ts";
import { placeText } from "./saved-item-model.ts";
import { SAVED_AT } from "./saved-item-steps.ts";

/** The API of a feature's items. */
interface ItemApi {
  readonly path: string;
  /** The field of the list. */
  readonly list: string;
  /** The last part of the route that requests the work again. */
  readonly again: string;
  readonly idOf: (user: string, subject: string) => string;
  /** The field that holds the user's text. */
  readonly text: "memo" | "note";
  /** The fields of an item of an answer in which the features differ. */
  // biome-ignore lint/suspicious/noExplicitAny: the features' answers have different fields.
  readonly item: (answered: any) => Pick<ShownItem, "subject" | "status">;
}

/** Translates acts to requests, and answers to items. */
export function apiOfItems(
  send: (request: HttpRequest) => Promise<HttpAnswer>,
  { path, list, again, idOf, text: textField, item }: ItemApi,
): Pick<SavedItemSystem, "request" | "list" | "shown"> {
  function bodyOf({ text, tag, ...marks }: Partial<Written>) {
    return {
      ...marks,
      ...(text === undefined ? {} : { [textField]: text }),
      ...(tag === undefined ? {} : { tags: tag === null ? [] : [tag] }),
    };
  }

  // biome-ignore lint/suspicious/noExplicitAny: the features' answers have different fields.
  function shownItem(answered: any): ShownItem {
    return {
      ...item(answered),
      text: answered[textField],
      tag: answered.tags[0] ?? null,
      unread: answered.unread,
      starred: answered.starred,
      savedAt: answered.created_at === SAVED_AT ? SAVED_AT : null,
      title: answered.title,
      place: answered.place ? placeText(answered.place) : null,
    };
  }

  function request(user: string, act: SavedItemAct): Promise<HttpAnswer> {
    const one = { user, params: { id: idOf(user, act.subject) } };
    switch (act.do) {
      case "save": {
        const { savedAt, ...written } = act.saved;
        const headers = act.key === null ? {} : { "idempotency-key": act.key };
        const body = { url: act.subject, ...bodyOf(written), saved_at: savedAt };
        return send({ route: `POST ${path}`, user, body, headers });
      }
      case "change":
        return send({ route: `PATCH ${path}/{id}`, ...one, body: bodyOf(act.changes) });
      case "delete":
        return send({ route: `DELETE ${path}/{id}`, ...one });
      case "again":
        return send({ route: `POST ${path}/{id}/${again}`, ...one });
      case "read":
        return send({ route: `GET ${path}/{id}`, ...one });
      case "merge":
        return send({ route: `POST ${path}/{id}/merge`, ...one, body: { into: idOf(user, act.into) } });
      case "place": {
        const body = { block: 1, offset: 2, progress: act.progress, at: act.at };
        return send({ route: `PUT ${path}/{id}/place`, ...one, body });
      }
      case "page":
      case "retry":
        throw new Error(`These items have no ${act.do}.`);
    }
  }
  return {
    request,
    shown: (answered) =>
      typeof answered === "object" && answered !== null && "created_at" in answered ? shownItem(answered) : null,
    async list(user) {
      const answer = await send({ route: `GET ${path}`, user, query: { limit: "100" } });
      if (answer.status !== 200) throw new Error(`The list answered ${answer.status}.`);
      return answer.body[list].map(shownItem);
    },
  };
}
