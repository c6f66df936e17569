import { useState } from "preact/hooks";

/** The picture of an item in a list, which repeats what stands beside it; nothing when it is not there, as offline. */
export function Thumbnail(picture: {
  readonly src: string;
  /** Pixels, so that nothing moves when the picture comes. */
  readonly width: number;
  readonly height: number;
  readonly referrerpolicy?: "no-referrer";
}) {
  const [missing, setMissing] = useState<string | null>(null);
  const { src } = picture;
  if (src === missing) return null;
  return <img class="thumbnail" alt="" loading="lazy" decoding="async" {...picture} onError={() => setMissing(src)} />;
}
