/** Does some work without the log lines of functions in this process: they are not measured, and would hide the table. */
export async function withoutLog<T>(work: () => Promise<T>): Promise<T> {
  const { stdout } = process;
  const { write } = stdout;
  stdout.write = () => true;
  try {
    return await work();
  } finally {
    stdout.write = write;
  }
}
