import type { HttpAnswer, HttpRequest } from "../emulators/http-event.ts";
import type { SavedItemSystem } from "./saved-item-history.ts";
import type { SavedItemAct, ShownItem } from "./saved-item-model.ts";

/** The API of a feature's items. */
interface ItemApi {
  readonly path: string;
  /** The field of the list. */
  readonly list: string;
  /** The last part of the route that requests the work again. */
  readonly again: string;
  readonly idOf: (user: string, subject: string) => string;
  /** The body that saves an item. */
  readonly body: (subject: string, text: string | null) => unknown;
  /** The body that changes an item. */
  readonly changes: (text: string | null) => unknown;
  /** An item of an answer as the model has it. */
  // biome-ignore lint/suspicious/noExplicitAny: the features' answers have different fields.
  readonly item: (answered: any) => ShownItem;
}

/** Translates acts to requests, and answers to items. */
export function apiOfItems(
  send: (request: HttpRequest) => Promise<HttpAnswer>,
  { path, list, again, idOf, body, changes, item }: ItemApi,
): Pick<SavedItemSystem, "request" | "list" | "shown"> {
  function request(user: string, act: SavedItemAct): Promise<HttpAnswer> {
    const one = { user, params: { id: idOf(user, act.subject) } };
    switch (act.do) {
      case "save": {
        const headers = act.key === null ? {} : { "idempotency-key": act.key };
        return send({ route: `POST ${path}`, user, body: body(act.subject, act.text), headers });
      }
      case "change":
        return send({ route: `PATCH ${path}/{id}`, ...one, body: changes(act.text) });
      case "delete":
        return send({ route: `DELETE ${path}/{id}`, ...one });
      case "again":
        return send({ route: `POST ${path}/{id}/${again}`, ...one });
      case "read":
        return send({ route: `GET ${path}/{id}`, ...one });
      case "retry":
        throw new Error("These items have no failed jobs.");
    }
  }
  return {
    request,
    shown: (answered) =>
      typeof answered === "object" && answered !== null && "created_at" in answered ? item(answered) : null,
    async list(user) {
      const answer = await send({ route: `GET ${path}`, user, query: { limit: "100" } });
      if (answer.status !== 200) throw new Error(`The list answered ${answer.status}.`);
      return answer.body[list].map(item);
    },
  };
}
