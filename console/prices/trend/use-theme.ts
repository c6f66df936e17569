import { useEffect, useState } from "preact/hooks";
import { preferences } from "../../device/preferences.ts";

const QUERIES = ["(prefers-color-scheme: dark)", "(forced-colors: active)"];

/** A text that differs when the colours of the page do, for what can't have them by CSS. */
export function useTheme(): string {
  const { theme } = preferences.value;
  const [system, setSystem] = useState(systemTheme);
  useEffect(() => {
    const ending = new AbortController();
    for (const query of QUERIES) {
      matchMedia(query).addEventListener("change", () => setSystem(systemTheme()), { signal: ending.signal });
    }
    return () => ending.abort();
  }, []);
  return `${theme} ${system}`;
}

function systemTheme(): string {
  return QUERIES.map((query) => matchMedia(query).matches).join(" ");
}
