import { said } from "../language/language.ts";
import { Screen } from "../shell/screen.tsx";
import { shellTexts } from "../shell/shell-texts.ts";

export function SettingsScreen() {
  const t = said(shellTexts);
  return <Screen title={t.settings}>{null}</Screen>;
}
