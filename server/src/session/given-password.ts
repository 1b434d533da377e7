import { sql } from 'kysely'

/** How long a generated password, or one set by somebody else, is valid. */
export const givenPasswordDays = 7

/** SQL: whether the password of a row of `logins` was set by somebody else and has expired. */
export const isGivenPasswordExpired = sql<boolean>`
  coalesce(logins.given_at <= now() - make_interval(days => ${givenPasswordDays}), false)
`
