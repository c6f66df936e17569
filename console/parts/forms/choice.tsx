/** A list of a few values of which one is chosen. */
export function Choice<Value extends string>({
  label,
  value,
  choices,
  onChoose,
}: {
  readonly label: string;
  readonly value: Value;
  /** Each value with its text. */
  readonly choices: readonly (readonly [Value, string])[];
  readonly onChoose: (value: Value) => void;
}) {
  return (
    <label class="choice">
      <span class="label">{label}</span>
      <select
        value={value}
        onChange={(event) => {
          const chosen = choices.find(([each]) => each === event.currentTarget.value);
          if (chosen !== undefined) onChoose(chosen[0]);
        }}
      >
        {choices.map(([each, text]) => (
          <option key={each} value={each}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}
