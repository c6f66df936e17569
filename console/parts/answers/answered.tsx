import type { ComponentChildren } from "preact";
import { said } from "../../language/language.ts";
import { partTexts } from "../part-texts.ts";
import { explain } from "./explain.ts";
import type { Answer } from "./use-answer.ts";

/** Shows an answer, or what is waited for, or why there is none and a button `Try again`. */
export function Answered<T>({
  answer,
  children,
}: {
  readonly answer: Answer<T>;
  readonly children: (value: T) => ComponentChildren;
}) {
  const t = said(partTexts);
  return (
    <div aria-busy={answer.isLoading}>
      {answer.error !== null && (
        <p role="alert" class="failure">
          {explain(answer.error)}{" "}
          <button type="button" onClick={answer.reload}>
            {t.tryAgain}
          </button>
        </p>
      )}
      {answer.value === null ? answer.error === null && <p role="status">{t.loading}</p> : children(answer.value)}
    </div>
  );
}
