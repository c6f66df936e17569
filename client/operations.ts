import type {
  Alarm,
  AlarmList,
  Notice,
  NoticeLanguage,
  NoticePage,
  QueueDepths,
  QueueList,
  StartedRedrive,
} from "./answers.ts";
import type { Items, PageQuery } from "./paging.ts";
import { everyItem } from "./paging.ts";
import type { Find, OfOne, Read } from "./resource.ts";
import { Resource } from "./resource.ts";
import type { CallOptions } from "./transport.ts";

/** For administrators: the system's queues. */
export class Queues extends Resource {
  readonly #list = this.reads<QueueList>("/v1/ops/queues");

  list: Read<QueueDepths[]> = async (options) => (await this.#list(options)).queues;

  /**
   * Starts moving a queue's dead letters back to it. A queue's id is its name without the stage, e.g. `oembed-fetch`.
   *
   * @returns the queue's name; null when a repeated attempt found the redrive running
   */
  redrive: OfOne<StartedRedrive | null> = this.requests("/v1/ops/queues/{name}/redrive", ["redrive_in_progress"]);
}

/** For administrators: the system's alarms. */
export class Alarms extends Resource {
  readonly #list = this.reads<AlarmList>("/v1/ops/alarms");

  /** Every alarm; those in state ALARM come first. */
  list: Read<Alarm[]> = async (options) => (await this.#list(options)).alarms;
}

/** The notices; administrators also get those of failures. */
export class Notices extends Resource {
  /** A page, in a language: that of the stage unless given. */
  list: Find<PageQuery & { readonly language?: NoticeLanguage }, NoticePage> = this.finds("/v1/notices");

  /** All of them, newest first. */
  all = (options?: CallOptions): Items<Notice> => everyItem("notices", (query) => this.list(query, options));
}
