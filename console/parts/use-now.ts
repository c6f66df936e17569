import { useEffect, useRef, useState } from "preact/hooks";

/** Ages are shown in minutes; a screen renders them again after these milliseconds. */
const EVERY_MS = 30_000;

/** The time, for ages such as `3 minutes ago`. */
export function useNow(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}

/** A time of today, which changes at midnight, for days such as `yesterday`. */
export function useToday(): Date {
  const now = useNow();
  const today = useRef(now);
  if (now.toDateString() !== today.current.toDateString()) today.current = now;
  return today.current;
}
