import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";

/** What a field gives its control, so that its label, its hint and its problem are read with it. */
export interface FieldAttributes {
  readonly id: string;
  readonly "aria-describedby": string | undefined;
  readonly "aria-invalid": boolean;
}

/** A form control with its label, a hint, and the problem of its value; hint and problem are announced with the control. */
export function Field({
  label,
  hint = null,
  problem = null,
  children,
}: {
  readonly label: string;
  readonly hint?: string | null;
  readonly problem?: string | null;
  /** Renders the control with these attributes. */
  readonly children: (attributes: FieldAttributes) => ComponentChildren;
}) {
  const id = useId();
  const described = [hint === null ? "" : `${id}-hint`, problem === null ? "" : `${id}-problem`].filter(Boolean);
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children({
        id,
        "aria-describedby": described.length === 0 ? undefined : described.join(" "),
        "aria-invalid": problem !== null,
      })}
      {hint !== null && (
        <small id={`${id}-hint`} class="hint">
          {hint}
        </small>
      )}
      {problem !== null && (
        <small id={`${id}-problem`} class="failure">
          {problem}
        </small>
      )}
    </div>
  );
}
