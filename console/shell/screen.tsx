import { Lock } from "lucide";
import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { isolated } from "../language/isolated.ts";
import { translations } from "../language/language.ts";
import { useSignedIn } from "../library/signed-in.ts";
import { Icon } from "../parts/icon.tsx";
import { EmptyState } from "../parts/states/empty-state.tsx";
import { shellTexts } from "./shell-texts.ts";

let isFirst = true;

/**
 * A screen with its heading. When a person comes from another screen the focus goes to the heading, so that screen
 * readers say where the person is; the first screen leaves the focus to the browser.
 */
export function Screen({
  title,
  language,
  actions = null,
  adminsOnly = false,
  children,
}: {
  readonly title: string;
  /** Of a title that others have written, BCP 47; empty when it is not known. */
  readonly language?: string;
  /** Beside the heading. */
  readonly actions?: ComponentChildren;
  readonly adminsOnly?: boolean;
  readonly children: ComponentChildren;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { person } = useSignedIn();
  useLayoutEffect(() => {
    if (!isFirst) heading.current?.focus();
    isFirst = false;
  }, []);
  useLayoutEffect(() => {
    document.title = `${isolated(title)} · Magpie`;
  }, [title]);
  const isRefused = adminsOnly && !person.isAdmin;
  return (
    <>
      <header class="screen-header">
        <h1 ref={heading} tabIndex={-1} lang={language} dir={language === undefined ? undefined : "auto"}>
          {title}
        </h1>
        {!isRefused && <div class="actions">{actions}</div>}
      </header>
      {isRefused ? <EmptyState picture={<Icon icon={Lock} />} text={translations(shellTexts).adminsOnly} /> : children}
    </>
  );
}
