import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { plural, t } from '#texts'
import { AppError } from '../app-error.ts'
import type { Database } from '../database/connect.ts'
import { networkOf } from '../http/client-address.ts'

/**
 * Attempts allowed within 10 minutes. Passwords and codes: on an account from all unknown devices together, from each
 * known device, and from a network address. Mailed links: on one link, and from a network address. Emails: to one
 * address, and requested from a network address.
 */
const limits = {
  account: 10,
  device: 10,
  address: 100,
  link: 10,
  linksFrom: 10,
  mailsTo: 5,
  mailsFrom: 50,
} as const
const lockMinutes = 10
/** For a client refused only because other attempts are being checked. */
const busySeconds = 1

type Limit = keyof typeof limits

/** What an attempt counts against: an email address, a network address, or the id of a device or link. */
export type Target = readonly [limit: Limit, value: string]

interface Reservation {
  target: Target
  /** Identifies the window it was made in. */
  windowStart: string
}

const byNetwork: readonly Limit[] = ['address', 'linksFrom', 'mailsFrom']

function keyOf([limit, value]: Target): string {
  const counted = byNetwork.includes(limit) ? networkOf(value) : value
  return `${limit}:${createHash('sha256').update(counted).digest('hex')}`
}

const lockTime = sql`now() + make_interval(mins => ${lockMinutes})`
/** SQL: the lock has expired or, without one, the window has. */
const isOver = sql`coalesce(f.locked_until <= now(), f.first_at < now() - make_interval(mins => ${lockMinutes}))`

/**
 * Adds to a target's count in one statement, so that no two attempts take the same slot, on any node.
 * @throws RATE_LIMITED when the target is locked, or failures and pending attempts use up its limit
 */
async function add(db: Database, target: Target, what: 'pending' | 'failure'): Promise<Reservation> {
  const most = limits[target[0]]
  const [pending, failures] = what === 'pending' ? [1, 0] : [0, 1]
  const { rows } = await sql<{ first_at: string }>`
    insert into login_failures as f (key, failures, pending, first_at)
    values (${keyOf(target)}, ${failures}, ${pending}, now())
    on conflict (key) do update set
      failures = case when ${isOver} then 0 else f.failures end + ${failures},
      pending = case when ${isOver} then 0 else f.pending end + ${pending},
      first_at = case when ${isOver} then now() else f.first_at end,
      locked_until = case
        when ${failures} > 0 and not ${isOver} and f.failures + ${failures} >= ${most} then ${lockTime} end
    where ${isOver} or (f.locked_until is null and f.failures + f.pending < ${most})
    returning first_at
  `.execute(db)
  const [row] = rows
  if (!row) throw await refusal(db, target)
  return { target, windowStart: row.first_at }
}

async function refusal(db: Database, target: Target): Promise<AppError> {
  const row = await db
    .selectFrom('login_failures')
    .where('key', '=', keyOf(target))
    .where('locked_until', '>', sql<string>`now()`)
    .select(sql<number>`ceil(extract(epoch from locked_until - now()))::int`.as('seconds'))
    .executeTakeFirst()
  return row
    ? new AppError(
        'RATE_LIMITED',
        t`Too many attempts. Try again in ${plural(Math.ceil(row.seconds / 60), { one: '# minute', other: '# minutes' })}.`,
        {
          retryAfterSeconds: row.seconds,
        },
      )
    : new AppError('RATE_LIMITED', t`Too many attempts at once. Try again in a moment.`, {
        retryAfterSeconds: busySeconds,
      })
}

async function releaseReservation(db: Database, { target, windowStart }: Reservation): Promise<void> {
  await sql`
    update login_failures set pending = pending - 1
    where key = ${keyOf(target)} and first_at = ${windowStart} and pending > 0
  `.execute(db)
}

/**
 * Counts a failure. The last one that the limit allows locks the target. A failure of an earlier window counts in the
 * current one.
 */
async function fail(db: Database, { target, windowStart }: Reservation): Promise<void> {
  await sql`
    insert into login_failures as f (key, failures, first_at) values (${keyOf(target)}, 1, now())
    on conflict (key) do update set
      failures = f.failures + 1,
      pending = case when f.first_at = ${windowStart} then greatest(f.pending - 1, 0) else f.pending end,
      locked_until = case when f.failures + 1 >= ${limits[target[0]]} then ${lockTime} else f.locked_until end
  `.execute(db)
}

async function reserve(db: Database, targets: readonly Target[]): Promise<Reservation[]> {
  const reservations: Reservation[] = []
  try {
    for (const target of targets) reservations.push(await add(db, target, 'pending'))
  } catch (refused) {
    for (const reservation of reservations) await releaseReservation(db, reservation)
    throw refused
  }
  return reservations
}

/**
 * Runs `check`, which compares a secret from the client, after reserving an attempt at each target. A wrong secret
 * counts as a failure; a right one, or a failed check, releases the reservation. If the node dies meanwhile, the
 * reservation counts as a failure until the window ends. Unknown targets are treated alike, so a lock reveals nothing.
 * Call it outside of a transaction: the reservation must be committed before the check, which may take long.
 * @param targets network addresses first: a client locked out there cannot block an account
 * @param isRight tells whether the check's result means a right secret
 * @throws RATE_LIMITED with the seconds to wait, before the check runs
 */
export async function limitGuesses<Result>(
  db: Database,
  targets: readonly Target[],
  check: () => Promise<Result>,
  isRight: (result: Result) => boolean = Boolean,
): Promise<Result> {
  if (db.isTransaction) throw new Error('limitGuesses must not run inside a transaction')
  const reservations = await reserve(db, targets)
  let settle = releaseReservation
  try {
    const result = await check()
    if (!isRight(result)) settle = fail
    return result
  } finally {
    for (const reservation of reservations) await settle(db, reservation)
  }
}

/**
 * Counts a requested email, unless the same transaction refuses it later.
 * @throws RATE_LIMITED with the seconds to wait
 */
export async function countMail(db: Database, limit: 'mailsTo' | 'mailsFrom', value: string): Promise<void> {
  await add(db, [limit, value], 'failure')
}

/** Clears a target's failures after a successful sign-in or a new password. Pending attempts stay reserved. */
export async function clearFailures(db: Database, target: Target): Promise<void> {
  await db
    .updateTable('login_failures')
    .set({ failures: 0, locked_until: null })
    .where('key', '=', keyOf(target))
    .execute()
}
