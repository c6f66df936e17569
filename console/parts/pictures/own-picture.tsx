import { useState } from "preact/hooks";
import { ownPath } from "./own-path.ts";

/** A copied picture; nothing without one, or when it is not there, as offline. It repeats what stands beside it. */
export function OwnPicture({
  url,
  width,
  height,
}: {
  /** As the API gives it. */
  readonly url: string | null;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
}) {
  const [missing, setMissing] = useState<string | null>(null);
  const path = ownPath(url);
  if (path === null || path === missing) return null;
  return (
    <img
      class="outside-image"
      src={path}
      alt=""
      width={width}
      height={height}
      loading="lazy"
      decoding="async"
      onError={() => setMissing(path)}
    />
  );
}
