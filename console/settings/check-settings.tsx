import { translations } from "../language/language.ts";
import { useSignedIn } from "../library/signed-in.ts";
import { Choice } from "../parts/forms/choice.tsx";
import { useTellFailure } from "../parts/queries/use-explain.ts";
import { useQuery } from "../parts/queries/use-query.ts";
import { Section } from "./section.tsx";
import { settingsTexts } from "./settings-texts.ts";

const PACES = ["monthly", "never"] as const;
type Pace = (typeof PACES)[number];

/** Whether the person's saved pages are checked; nothing without a connection. */
export function CheckSettings() {
  const t = translations(settingsTexts);
  const { client } = useSignedIn().library;
  const tellFailure = useTellFailure();
  const { value, reload } = useQuery("page checks", (signal) => client.bookmarks.checks({ signal }));
  if (value === null) return null;
  // The choice that was refused is shown as it was.
  const choose = (pace: Pace) => client.bookmarks.setChecks({ pace }).catch(tellFailure).finally(reload);
  return (
    <Section title={t.checks}>
      <Choice
        label={t.checkPace}
        value={value.pace}
        choices={PACES.map((pace) => [pace, t.checkPaces[pace]] as const)}
        onChoose={choose}
      />
      <p class="hint">{t.checkHint}</p>
    </Section>
  );
}
