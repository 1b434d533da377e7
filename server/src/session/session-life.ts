/** A session that is not refreshed for so long is over. */
export const idleDays = 7
/** How long after its rotation a refresh token is accepted again, for a second tab or after a lost answer. */
export const parentSeconds = 10
/** None lives longer. */
export const sessionDays = 30
