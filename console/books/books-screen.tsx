import { said } from "../language/language.ts";
import { Screen } from "../shell/screen.tsx";
import { shellTexts } from "../shell/shell-texts.ts";

export function BooksScreen() {
  const t = said(shellTexts);
  return <Screen title={t.books}>{null}</Screen>;
}
