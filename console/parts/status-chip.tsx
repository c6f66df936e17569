/** The colour repeats what the text says: `plain` for what is under way. */
export type Tone = "plain" | "good" | "warn" | "bad";

export function StatusChip({
  text,
  tone,
  sentence,
}: {
  readonly text: string;
  readonly tone: Tone;
  /** What a short text means: for screen readers in its place, and for the pointer. */
  readonly sentence?: string;
}) {
  return (
    <span class={tone === "plain" ? "chip" : `chip ${tone}`} title={sentence}>
      {sentence === undefined ? (
        text
      ) : (
        <>
          <span aria-hidden="true">{text}</span>
          <span class="visually-hidden">{sentence}</span>
        </>
      )}
    </span>
  );
}
