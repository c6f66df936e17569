import { useLayoutEffect } from "preact/hooks";
import { preferences } from "../device/preferences.ts";

/** Applies the colours that a person has chosen for texts to the whole page while one is shown. */
export function usePaper(): void {
  const { paper } = preferences.value;
  useLayoutEffect(() => {
    const { dataset } = document.documentElement;
    if (paper !== null) dataset.paper = paper;
    return () => {
      delete dataset.paper;
    };
  }, [paper]);
}
