/** The log group that a function writes to: its own by default. @param name the function's */
export function logGroupOf({ LoggingConfig }: Readonly<Record<string, unknown>>, name: string): string {
  return (LoggingConfig as { LogGroup?: string } | undefined)?.LogGroup ?? `/aws/lambda/${name}`;
}
