/** Whether a process lives, as far as this user may know. */
export function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // It runs, but is another user's.
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
