/** A session that is not refreshed for so long is over. */
export const idleDays = 7
/** None lives longer. */
export const sessionDays = 30
