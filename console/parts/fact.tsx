import type { ComponentChildren } from "preact";

/** A row of a list of facts (`<dl class="about">`); nothing for a fact that is null, empty or false. */
export function Fact({
  label,
  language,
  children,
}: {
  readonly label: string;
  /** BCP 47, of a value that is not the interface's; empty where it is not known. */
  readonly language?: string;
  readonly children: ComponentChildren;
}) {
  if (children === null || children === "" || children === false) return null;
  return (
    <div>
      <dt>{label}</dt>
      <dd lang={language}>{children}</dd>
    </div>
  );
}
