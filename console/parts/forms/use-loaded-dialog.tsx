import type { ComponentType, VNode } from "preact";
import { useCallback, useState } from "preact/hooks";
import { translations } from "../../language/language.ts";
import { notifyFailure } from "../../status/status.tsx";
import { partTexts } from "../part-texts.ts";

export type OpeningDialog<Props> = ComponentType<Props & { readonly onClose: () => void }>;

/** A function that loads a dialog and opens it, and the dialog that it has opened: most visits need none. */
export function useLoadedDialog<Props extends object>(
  props: Props,
): [open: (load: () => Promise<OpeningDialog<Props>>) => void, dialog: VNode | null] {
  const [opened, setOpened] = useState<{ readonly dialog: OpeningDialog<Props> } | null>(null);
  const open = useCallback((load: () => Promise<OpeningDialog<Props>>) => {
    load().then(
      (dialog) => setOpened({ dialog }),
      (error: unknown) => {
        console.error(error);
        notifyFailure(translations(partTexts).notLoaded);
      },
    );
  }, []);
  return [open, opened && <opened.dialog {...props} onClose={() => setOpened(null)} />];
}
