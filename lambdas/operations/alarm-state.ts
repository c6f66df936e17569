/** How CloudWatch sees an alarm, the most urgent first; before its first evaluation an alarm has not enough data. */
export const alarmStates = ["alarm", "insufficient_data", "ok"] as const;
export type AlarmState = (typeof alarmStates)[number];
