import { useEffect, useRef, useState } from "preact/hooks";
import type { Job, MagpieClient, Run } from "../../../client/index.ts";
import { ApiProblem } from "../../../client/index.ts";
import { translations } from "../../language/language.ts";
import { useSignedIn } from "../../library/signed-in.ts";
import { useMutation } from "../../parts/queries/use-mutation.ts";
import type { Reread } from "../../parts/queries/use-polling.ts";
import { usePolling } from "../../parts/queries/use-polling.ts";
import { notify, notifyEnd, notifyFailure } from "../../status/status.tsx";
import { jobTexts } from "./job-texts.ts";
import { outcomeWords } from "./job-words.ts";

/** A job that runs is read again after these milliseconds. */
const FOLLOW_MS = 2_000;

type RunKind = Run["kind"];

export interface RunNow {
  /** From the request until the run has finished. */
  readonly isBusy: boolean;
  readonly run: (kind: RunKind) => void;
}

/**
 * Runs a job, follows the run, and tells its end. A run in progress is followed instead.
 *
 * @param answer by which the job is shown
 */
export function useRunNow(job: Job, answer: Reread): RunNow {
  const { client } = useSignedIn().library;
  const [followed, setFollowed] = useState<string | null>(null);
  const { name, last_run: last } = job;
  const wanted = useRef<RunKind>("collect");
  const request = useMutation(async () => {
    const t = translations(jobTexts);
    const runId = await requestRun(client, name, wanted.current);
    if (runId === null) {
      const { last_run: present } = await client.jobs.get(name);
      setFollowed(present?.id ?? null);
      notify(t.runningAlready(name));
    } else {
      setFollowed(runId);
      notify(t.started(name));
    }
    answer.reload();
  });
  usePolling(followed === null ? null : FOLLOW_MS, answer);
  useEffect(() => {
    if (followed === null || last?.id !== followed || last.finished_at === null) return;
    setFollowed(null);
    const text = `${name}: ${outcomeWords(last)}`;
    if (last.stop_reason === "error") notifyFailure(text);
    else notifyEnd(text);
  }, [followed, last, name]);
  return {
    isBusy: request.isBusy || followed !== null,
    run: (kind) => {
      wanted.current = kind;
      request.run();
    },
  };
}

/** @returns the run's id; null when another run is in progress */
async function requestRun(client: MagpieClient, name: string, kind: RunKind): Promise<string | null> {
  try {
    const started = await (kind === "collect" ? client.jobs.run(name) : client.jobs.checkForNew(name));
    return started?.run_id ?? null;
  } catch (error) {
    if (error instanceof ApiProblem && error.code === "run_in_progress") return null;
    throw error;
  }
}
