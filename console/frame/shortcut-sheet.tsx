import { translations } from "../language/language.ts";
import { Dialog } from "../parts/forms/dialog.tsx";
import { shortcutTexts } from "./shortcut-texts.ts";

/** Screens by the letter that leads to each after `g`. */
export type ShortcutScreens = Readonly<
  Record<string, "bookmarks" | "slides" | "books" | "prices" | "recommendations" | "operations">
>;

/** The sheet that lists the keyboard shortcuts. */
export function ShortcutSheet({
  screens,
  onClose,
}: {
  readonly screens: ShortcutScreens;
  readonly onClose: () => void;
}) {
  const t = translations(shortcutTexts);
  const rows = [
    ...Object.entries(screens).map(([key, screen]) => [`g ${key}`, t.screens[screen]] as const),
    ["/", t.search] as const,
    ["n", t.save] as const,
    ["u", t.undo] as const,
    ["j", t.next] as const,
    ["k", t.previous] as const,
    ["m", t.unread] as const,
    ["s", t.star] as const,
    ["o", t.original] as const,
    ["f", t.fullScreen] as const,
    ["← →", t.neighbours] as const,
    ["Esc", t.close] as const,
    ["?", t.help] as const,
  ];
  return (
    <Dialog title={t.title} onClose={onClose}>
      <table>
        <tbody>
          {rows.map(([keys, does]) => (
            <tr key={keys}>
              <th scope="row">
                {keys.split(" ").map((key) => (
                  <kbd key={key}>{key}</kbd>
                ))}
              </th>
              <td>{does}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p>{t.off}</p>
    </Dialog>
  );
}
