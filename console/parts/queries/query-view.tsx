import type { ComponentChildren } from "preact";
import { translations } from "../../language/language.ts";
import { partTexts } from "../part-texts.ts";
import { Skeleton } from "../states/skeleton.tsx";
import { FailedState } from "./failed-state.tsx";
import { Failure } from "./failure.tsx";
import type { Query } from "./use-query.ts";

/** Shows an answer, or what stands for it while it is waited for, or why there is none and a button `Try again`. */
export function QueryView<T>({
  answer: { value, error, isLoading, reload },
  skeleton = <Skeleton view="lines" />,
  children,
}: {
  readonly answer: Query<T>;
  /** Stands for the answer until it is there. */
  readonly skeleton?: ComponentChildren;
  readonly children: (value: T) => ComponentChildren;
}) {
  const isAwaited = value === null && error === null;
  const failed = { error, isLoading, onRetry: reload };
  return (
    // The answer is another element than its placeholder, so that a taller head above does not move either.
    <div key={isAwaited} aria-busy={isLoading} class={isAwaited ? "awaited" : undefined}>
      {error !== null && (value === null ? <FailedState {...failed} /> : <Failure {...failed} />)}
      {value !== null && children(value)}
      {isAwaited && (
        <>
          <p role="status" class="visually-hidden">
            {translations(partTexts).loading}
          </p>
          {skeleton}
        </>
      )}
    </div>
  );
}
