/** A reason not to start that the person at the machine can mend: its message is one clear line. */
export class StartError extends Error {
  override readonly name = "StartError";
}
