import { said } from "../language/language.ts";
import { Screen } from "../shell/screen.tsx";
import { shellTexts } from "../shell/shell-texts.ts";

export function RecommendationsScreen() {
  const t = said(shellTexts);
  return <Screen title={t.recommendations}>{null}</Screen>;
}
