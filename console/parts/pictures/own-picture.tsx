import { useState } from "preact/hooks";
import { ownPath } from "./own-path.ts";
import { Thumbnail } from "./thumbnail.tsx";

/** A copied picture; nothing without one, or when it is not there, as offline. */
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
  return <Thumbnail src={path} width={width} height={height} onError={() => setMissing(path)} />;
}
