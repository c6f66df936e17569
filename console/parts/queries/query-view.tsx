import type { ComponentChildren } from "preact";
import { translations } from "../../language/language.ts";
import { partTexts } from "../part-texts.ts";
import { Failure } from "./failure.tsx";
import type { Query } from "./use-query.ts";

/** Shows an answer, or what is waited for, or why there is none and a button `Try again`. */
export function QueryView<T>({
  answer,
  children,
}: {
  readonly answer: Query<T>;
  readonly children: (value: T) => ComponentChildren;
}) {
  const isAwaited = answer.value === null && answer.error === null;
  return (
    <div aria-busy={answer.isLoading} class={isAwaited ? "awaited" : undefined}>
      {answer.error !== null && <Failure error={answer.error} isLoading={answer.isLoading} onRetry={answer.reload} />}
      {answer.value !== null && children(answer.value)}
      {isAwaited && <p role="status">{translations(partTexts).loading}</p>}
    </div>
  );
}
