import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import type { QueueDepths } from "../../../client/index.ts";
import { ApiProblem } from "../../../client/index.ts";
import { count } from "../../language/format.ts";
import { translations } from "../../language/language.ts";
import { useSignedIn } from "../../library/signed-in.ts";
import { usePolling } from "../../parts/queries/use-polling.ts";
import { notify, notifyEnd, notifyFailure } from "../../status/status.tsx";
import type { DepthSample } from "./depth-history.ts";
import { withSample } from "./depth-history.ts";
import { queueTexts } from "./queue-texts.ts";
import type { Redrive } from "./redrive-progress.ts";
import { redriveAfter } from "./redrive-progress.ts";

const EVERY_MS = 5_000;
/** While a redrive is followed. */
const EVERY_SOON_MS = 2_000;

/** The queues as they were last read, and what is known of the minutes before. */
export interface QueueWatch {
  /** Null before the first answer. They stay when a later reading fails. */
  readonly queues: readonly QueueDepths[] | null;
  readonly samples: readonly DepthSample[];
  /** Why the latest reading failed. It stays until one succeeds, so that it is said once. */
  readonly error: unknown;
  /** The redrives that are followed, by queue. */
  readonly redrives: Readonly<Record<string, Redrive>>;
  readonly reload: () => void;
  /** Moves the dead letters of a queue back to it, and follows that. @throws as `client.queues.redrive` */
  readonly redrive: (queue: Pick<QueueDepths, "name" | "dlq_depth">) => Promise<void>;
}

type State = Pick<QueueWatch, "queues" | "samples" | "error" | "redrives">;

/**
 * Reads the queues every few seconds.
 *
 * @param isShown without it they are read only while a redrive is followed
 */
export function useQueueWatch(isShown: boolean): QueueWatch {
  const { client } = useSignedIn().library;
  const [state, setState] = useState<State>({ queues: null, samples: [], error: null, redrives: {} });
  const latest = useRef(state);
  const reading = useRef<AbortController | null>(null);
  const set = useCallback((changes: Partial<State>) => {
    latest.current = { ...latest.current, ...changes };
    setState(latest.current);
  }, []);

  const reload = useCallback(() => {
    if (reading.current !== null) return;
    const ending = new AbortController();
    reading.current = ending;
    client.queues
      .list({ signal: ending.signal })
      .then(
        (queues) => {
          if (ending.signal.aborted) return;
          const { samples, redrives } = latest.current;
          const now = Date.now();
          set({
            queues,
            samples: withSample(samples, queues, now),
            error: null,
            redrives: after(redrives, queues, now),
          });
        },
        (error: unknown) => {
          if (!ending.signal.aborted) set({ error });
        },
      )
      .finally(() => {
        reading.current = null;
      });
  }, [client, set]);

  useEffect(() => () => reading.current?.abort(), []);
  useEffect(() => {
    if (isShown) reload();
  }, [isShown, reload]);
  const isFollowing = Object.keys(state.redrives).length > 0;
  usePolling(isFollowing ? EVERY_SOON_MS : isShown ? EVERY_MS : null, { isLoading: false, reload });

  const redrive = useCallback(
    async ({ name, dlq_depth: from }: Pick<QueueDepths, "name" | "dlq_depth">) => {
      try {
        await client.queues.redrive(name);
      } catch (error) {
        // Somebody else has started it: the dead letters are moved all the same.
        if (!(error instanceof ApiProblem && error.code === "redrive_in_progress")) throw error;
      }
      set({ redrives: { ...latest.current.redrives, [name]: { from, left: from, fellAt: Date.now() } } });
      notify(translations(queueTexts).started(name, count(from)));
      reload();
    },
    [client, set, reload],
  );
  return { ...state, reload, redrive };
}

/** The redrives that go on after the queues were read; the others are told. */
function after(redrives: State["redrives"], queues: readonly QueueDepths[], now: number): State["redrives"] {
  const t = translations(queueTexts);
  const going: Record<string, Redrive> = {};
  for (const [name, redrive] of Object.entries(redrives)) {
    const left = queues.find((queue) => queue.name === name)?.dlq_depth ?? 0;
    const next = redriveAfter(redrive, left, now);
    if (next === "done") notifyEnd(t.done(name));
    else if (next === "stalled") notifyFailure(t.stalled(name, count(left)));
    else going[name] = next;
  }
  return going;
}
