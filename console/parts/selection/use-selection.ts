import { useCallback, useState } from "preact/hooks";

/** The keys of the selected items; null while nothing is being selected. */
export type Selected = ReadonlySet<string> | null;

/** What of a list is selected. @param begun the keys that were selected when the person left the list */
export function useSelection(begun: readonly string[] | null | undefined) {
  const [selected, setSelected] = useState<Selected>(() => (begun ? new Set(begun) : null));
  const toggle = useCallback((key: string) => {
    setSelected((before) => {
      const next = new Set(before);
      if (!next.delete(key)) next.add(key);
      return next;
    });
  }, []);
  return { selected, setSelected, toggle };
}
