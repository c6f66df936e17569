/** A failed start that the user can fix; its message is one line that says how. */
export class StartError extends Error {
  override readonly name = "StartError";
}
