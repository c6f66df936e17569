import type { ComponentProps } from "preact";
import { useQuery } from "../queries/use-query.ts";
import type { TagInput } from "./tag-input.tsx";

/** The text box for tags where the first screen does not show it: its file is loaded after that screen. */
export function LaterTagInput(properties: ComponentProps<typeof TagInput>) {
  const { value: loaded } = useQuery("text box for tags", () => import("./tag-input.tsx"));
  return loaded && <loaded.TagInput {...properties} />;
}
