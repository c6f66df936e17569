import * as z from "zod/mini";

/** A message of queue `books-collect`: do one run of one job. */
export const collectMessage = z.object({
  schemaVersion: z.literal(1),
  jobName: z.string(),
  runId: z.string(),
});

export type CollectMessage = z.output<typeof collectMessage>;

/** The part of a message that says which run it is about; readable in messages of other versions, too. */
export const collectMessageSubject = z.object({ jobName: z.string(), runId: z.string() });

export function collectMessageOf(jobName: string, runId: string): CollectMessage {
  return { schemaVersion: 1, jobName, runId };
}
