import { sql } from 'kysely'

/** How long one signs in with a password that somebody else chose, or that was generated. */
export const givenPasswordDays = 7

/** Whether the password of a row of `logins` was given so long ago that it no longer works. */
export const isGivenPasswordExpired = sql<boolean>`
  coalesce(logins.given_at <= now() - make_interval(days => ${givenPasswordDays}), false)
`
