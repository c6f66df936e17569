import { useEffect, useRef, useState } from "preact/hooks";
import type { MagpieClient } from "../../../client/index.ts";
import { count } from "../../language/format.ts";
import { translations } from "../../language/language.ts";
import { useSignedIn } from "../../library/signed-in.ts";
import { explain } from "../../parts/queries/explain.ts";
import { useTellFailure } from "../../parts/queries/use-explain.ts";
import { notify, notifyFailure } from "../../status/status.tsx";
import { failedJobTexts } from "./failed-job-texts.ts";
import { retryJob } from "./retry-job.ts";

/** How far trying all failed jobs again has come. */
export interface RetryAllProgress {
  readonly done: number;
  /** Null while they are counted. */
  readonly total: number | null;
}

export interface RetryAll {
  /** Null when it does not run. */
  readonly progress: RetryAllProgress | null;
  readonly start: () => void;
  /** Ends it after the job that is tried now. */
  readonly stop: () => void;
}

/** @param onDone some or all were tried again */
export function useRetryAll(onDone: () => void): RetryAll {
  const { client } = useSignedIn().library;
  const [progress, setProgress] = useState<RetryAllProgress | null>(null);
  const ending = useRef<AbortController | null>(null);
  const tellFailure = useTellFailure();
  // Who leaves the screen stops it.
  useEffect(() => () => ending.current?.abort(), []);
  const start = () => {
    if (ending.current !== null) return;
    const ended = new AbortController();
    ending.current = ended;
    retryAll(client, ended.signal, setProgress)
      .then(({ text, hasFailed }) => (hasFailed ? notifyFailure : notify)(text))
      .catch(tellFailure)
      .finally(() => {
        ending.current = null;
        setProgress(null);
        onDone();
      });
  };
  return { progress, start, stop: () => ending.current?.abort() };
}

interface Outcome {
  readonly text: string;
  readonly hasFailed: boolean;
}

async function retryAll(
  client: MagpieClient,
  signal: AbortSignal,
  onProgress: (progress: RetryAllProgress) => void,
): Promise<Outcome> {
  const t = translations(failedJobTexts);
  onProgress({ done: 0, total: null });
  // All are counted first: one that fails again comes back to the list, and would be tried without end.
  const ids: string[] = [];
  for await (const { id } of client.failedJobs.all({ retryable: true })) {
    if (signal.aborted) return done(t.stopped(count(0), count(ids.length)));
    ids.push(id);
  }
  let requested = 0;
  for (const [index, id] of ids.entries()) {
    if (signal.aborted) return done(t.stopped(count(requested), count(ids.length)));
    onProgress({ done: index, total: ids.length });
    try {
      if (await retryJob(client, id)) requested += 1;
    } catch (error) {
      return { text: t.broken(count(requested), count(ids.length), explain(error)), hasFailed: true };
    }
  }
  return done(ids.length === 0 ? t.noneToRetry : t.allRequested(count(requested)));
}

function done(text: string): Outcome {
  return { text, hasFailed: false };
}
