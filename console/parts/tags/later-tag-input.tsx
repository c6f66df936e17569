import type { ComponentProps } from "preact";
import { translations } from "../../language/language.ts";
import { partTexts } from "../part-texts.ts";
import { useQuery } from "../queries/use-query.ts";
import { RunButton } from "../run-button.tsx";
import type { TagInput } from "./tag-input.tsx";

/** The text box for tags where the first screen does not show it: its file is loaded after that screen. */
export function LaterTagInput(properties: ComponentProps<typeof TagInput>) {
  const t = translations(partTexts);
  const { value: loaded, error, reload } = useQuery("text box for tags", () => import("./tag-input.tsx"));
  if (loaded !== null) return <loaded.TagInput {...properties} />;
  if (error === null) return null;
  return (
    <p class="failure">
      {t.notLoaded} <RunButton act={async () => reload()}>{t.tryAgain}</RunButton>
    </p>
  );
}
