/** A session ends when it is not refreshed for this long. */
export const idleDays = 7
/** How long after its rotation a refresh token is accepted again, for a second tab or after a lost response. */
export const parentSeconds = 10
/** The maximal age of a session. */
export const sessionDays = 30
