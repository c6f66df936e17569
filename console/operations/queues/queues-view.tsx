import { translations } from "../../language/language.ts";
import { partTexts } from "../../parts/part-texts.ts";
import { FailedState } from "../../parts/queries/failed-state.tsx";
import { useExplain } from "../../parts/queries/use-explain.ts";
import { Skeleton } from "../../parts/states/skeleton.tsx";
import { Wide } from "../../parts/wide.tsx";
import { Section } from "../section.tsx";
import { QueueRow } from "./queue-row.tsx";
import { queueTexts } from "./queue-texts.ts";
import type { QueueWatch } from "./use-queue-watch.ts";

/** The queues: what waits in them, and the dead letters, which can be moved back. */
export function QueuesView({ watch }: { readonly watch: QueueWatch }) {
  const t = translations(queueTexts);
  const { queues, samples, error, redrives } = watch;
  const explain = useExplain();
  const why = error === null ? null : explain(error);
  const dead = queues?.filter((queue) => queue.dlq_depth > 0) ?? [];
  const letters = dead.reduce((sum, queue) => sum + queue.dlq_depth, 0);
  return (
    <Section title={t.title}>
      <p class="quiet">{t.about}</p>
      <p role="status" class={queues === null && error === null ? "awaited" : letters === 0 ? "quiet" : undefined}>
        {queues === null
          ? error === null && translations(partTexts).loading
          : letters === 0
            ? t.noDeadLetters
            : t.deadLettersIn(letters, dead.length)}
      </p>
      {queues === null && error === null && <Skeleton view="lines" />}
      {queues === null && error !== null && <FailedState error={error} isLoading={false} onRetry={watch.reload} />}
      {queues !== null && why !== null && (
        <p role="alert" class="failure">
          {why} {t.stale}{" "}
          <button type="button" onClick={watch.reload}>
            {translations(partTexts).tryAgain}
          </button>
        </p>
      )}
      {queues !== null && (
        <Wide label={t.scrolled}>
          <table class="queues">
            <caption class="visually-hidden">{t.title}</caption>
            <thead>
              <tr>
                <th scope="col">{t.queue}</th>
                <th scope="col" class="number">
                  {t.deadLetters}
                </th>
                <th scope="col" class="number">
                  {t.depth}
                </th>
                <th scope="col" class="number">
                  {t.inFlight}
                </th>
                <th scope="col" class="number">
                  {t.oldest}
                </th>
                <th scope="col">{t.history}</th>
              </tr>
            </thead>
            <tbody>
              {queues.map((queue) => (
                <QueueRow
                  key={queue.name}
                  queue={queue}
                  samples={samples}
                  following={redrives[queue.name] ?? null}
                  onRedrive={watch.redrive}
                />
              ))}
            </tbody>
          </table>
        </Wide>
      )}
    </Section>
  );
}
