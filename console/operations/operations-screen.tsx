import { said } from "../language/language.ts";
import { Screen } from "../shell/screen.tsx";
import { shellTexts } from "../shell/shell-texts.ts";

export function OperationsScreen() {
  const t = said(shellTexts);
  return (
    <Screen title={t.operations} adminsOnly>
      {null}
    </Screen>
  );
}
