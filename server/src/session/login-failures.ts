import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { t } from '#texts'
import type { Database } from '../database/connect.ts'
import { AppError } from '../http/app-error.ts'

/** Of sign-ins, and of mails asked for: to one address, and from one network address. */
const mostFailures = { account: 10, address: 100, mailsTo: 5, mailsFrom: 50 } as const
const lockMinutes = 10

export type GuessedAt = keyof typeof mostFailures

function keyOf(kind: GuessedAt, value: string): string {
  return `${kind}:${createHash('sha256').update(value).digest('hex')}`
}

/**
 * Refuses while an account or a network address is locked, the right password included. Addresses nobody has
 * are counted like any other, so that a lock tells nothing.
 * @throws RATE_LIMITED with the seconds left
 */
export async function refuseWhileLocked(db: Database, kind: GuessedAt, value: string): Promise<void> {
  const row = await db
    .selectFrom('login_failures')
    .where('key', '=', keyOf(kind, value))
    .where('locked_until', '>', sql<string>`now()`)
    .select(sql<number>`ceil(extract(epoch from locked_until - now()))::int`.as('seconds'))
    .executeTakeFirst()
  if (!row) return
  throw new AppError(
    'RATE_LIMITED',
    t`Too many attempts. Minutes until you may try again: ${Math.ceil(row.seconds / 60)}.`,
    {
      retryAfterSeconds: row.seconds,
    },
  )
}

/** Counts a failure; the tenth on an account within 10 minutes locks it for 10 minutes. */
export async function countFailure(db: Database, kind: GuessedAt, value: string): Promise<void> {
  const most = mostFailures[kind]
  await sql`
    insert into login_failures as f (key, failures, first_at) values (${keyOf(kind, value)}, 1, now())
    on conflict (key) do update set
      failures = case when f.first_at < now() - make_interval(mins => ${lockMinutes}) then 1 else f.failures + 1 end,
      first_at = case when f.first_at < now() - make_interval(mins => ${lockMinutes}) then now() else f.first_at end,
      locked_until = case
        when f.first_at >= now() - make_interval(mins => ${lockMinutes}) and f.failures + 1 >= ${most}
        then now() + make_interval(mins => ${lockMinutes}) end
  `.execute(db)
}

/** A good sign-in clears the account's count. */
export async function clearFailures(db: Database, email: string): Promise<void> {
  await db.deleteFrom('login_failures').where('key', '=', keyOf('account', email)).execute()
}
