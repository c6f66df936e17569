import type { FauxqsServer } from "fauxqs";

/** fauxqs ignores the message group of a standard queue's message, so the front stores it as a message attribute. */
const GROUP = "magpie.MessageGroupId";

type Attributes = Readonly<Record<string, { readonly DataType: string; readonly StringValue?: string }>>;

/** The input of a message to send, with its group as a message attribute. */
export function withStoredGroup(entry: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { MessageGroupId, ...input } = entry;
  if (MessageGroupId === undefined) return input;
  const group = { DataType: "String", StringValue: String(MessageGroupId) };
  return { ...input, MessageAttributes: { ...(entry.MessageAttributes as Attributes | undefined), [GROUP]: group } };
}

/** A received message's own attributes, and its group as SQS tells it. */
export function groupAndAttributes<A extends Attributes>(
  stored: A,
): { readonly group: string | undefined; readonly attributes: Omit<A, typeof GROUP> } {
  const { [GROUP]: group, ...attributes } = stored;
  return { group: group?.StringValue, attributes };
}

/** Lets the groups of a queue's messages take turns, as a fair queue of SQS does while one of them has a backlog. */
export class MessageGroups {
  readonly #server: FauxqsServer;
  /** By queue and group, the number of the last turn. */
  readonly #turns = new Map<string, number>();
  #turn = 0;

  constructor(server: FauxqsServer) {
    this.#server = server;
  }

  /**
   * Exchanges the first ready messages of a queue for those whose groups' last turns are the longest ago. fauxqs can only
   * hand out its first messages, and a standard queue promises no order.
   */
  takeTurns(queue: string, messages: number): void {
    const ready = this.#server.inspectQueue(queue)?.messages.ready ?? [];
    for (const [place, first] of ready.slice(0, messages).entries()) {
      const keyOf = ({ messageId, messageAttributes }: typeof first) =>
        `${queue} ${messageAttributes[GROUP]?.StringValue ?? messageId}`;
      const turnOf = (message: typeof first) => this.#turns.get(keyOf(message)) ?? 0;
      const next = ready.slice(place).reduce((one, other) => (turnOf(other) < turnOf(one) ? other : one), first);
      if (next !== first) exchange(first, next);
      this.#turn += 1;
      if (first.messageAttributes[GROUP] !== undefined) this.#turns.set(keyOf(first), this.#turn);
    }
  }
}

function exchange<T extends object>(one: T, other: T): void {
  const [first, second] = [{ ...one }, { ...other }];
  for (const key of Object.keys(first)) Reflect.deleteProperty(one, key);
  for (const key of Object.keys(second)) Reflect.deleteProperty(other, key);
  Object.assign(one, second);
  Object.assign(other, first);
}
