import { useId } from "preact/hooks";
import { count, duration } from "../../language/format.ts";
import { translations } from "../../language/language.ts";
import { partTexts } from "../../parts/part-texts.ts";
import { FailedState } from "../../parts/queries/failed-state.tsx";
import { useExplain } from "../../parts/queries/use-explain.ts";
import { RunButton } from "../../parts/run-button.tsx";
import { Sparkline } from "../../parts/sparkline/sparkline.tsx";
import { Skeleton } from "../../parts/states/skeleton.tsx";
import { WideTable } from "../../parts/tables/table.tsx";
import { Section } from "../section.tsx";
import { DeadLetters } from "./dead-letters.tsx";
import { depthSeries } from "./depth-history.ts";
import { queueTexts } from "./queue-texts.ts";
import type { QueueWatch } from "./use-queue-watch.ts";

/** The queues: what waits in them, and the dead letters, which can be moved back. */
export function QueuesView({ watch }: { readonly watch: QueueWatch }) {
  const t = translations(queueTexts);
  const { queues, samples, error, redrives } = watch;
  const id = useId();
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
          {why} {t.stale} <RunButton act={async () => watch.reload()}>{translations(partTexts).tryAgain}</RunButton>
        </p>
      )}
      {queues !== null && (
        <WideTable
          caption={t.title}
          isCaptionSeen={false}
          scrolled={t.scrolled}
          look="queues stacked"
          columns={[
            [t.queue, ({ name }) => <QueueName id={`${id}-${name}`} name={name} />],
            [
              t.deadLetters,
              (queue) => (
                <DeadLetters
                  queue={queue}
                  describedBy={`${id}-${queue.name}`}
                  following={redrives[queue.name] ?? null}
                  onRedrive={watch.redrive}
                />
              ),
              "number",
            ],
            [t.depth, ({ depth }) => count(depth), "number"],
            [t.inFlight, (queue) => count(queue.in_flight), "number"],
            [t.oldest, ({ oldest_age_seconds: oldest }) => (oldest === null ? "–" : duration(oldest)), "number"],
            [t.history, ({ name }) => <History depths={depthSeries(samples, name)} />],
          ]}
          rows={queues}
          keyOf={({ name }) => name}
        />
      )}
    </Section>
  );
}

function QueueName({ id, name }: { readonly id: string; readonly name: string }) {
  const { queues } = translations(queueTexts);
  return (
    <span id={id}>
      <code>{name}</code>
      {Object.hasOwn(queues, name) && <small class="quiet">{queues[name as keyof typeof queues]}</small>}
    </span>
  );
}

/** How many messages a queue had in the last minutes. */
function History({ depths }: { readonly depths: readonly (number | null)[] }) {
  const highest = Math.max(0, ...depths.filter((depth) => depth !== null));
  return (
    <span class="depths">
      <Sparkline values={depths} lowest={0} />
      <small class="quiet">{translations(queueTexts).highest(count(highest))}</small>
    </span>
  );
}
