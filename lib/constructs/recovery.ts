/** For how many days a table can be restored to any second, and deleted texts and pictures: the most that DynamoDB offers. */
export const RECOVERY_DAYS = 35;

/** For how many days a dead-letter queue keeps a message, the age that it had in its queue included: the most that SQS offers. */
export const DEAD_LETTER_DAYS = 14;

/** Of the buckets, what nothing else can make again: kept texts, and the site's with the copies of pictures. */
export const BACKED_UP_BUCKETS: readonly string[] = ["content", "site"];
