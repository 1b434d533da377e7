import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { plural, t } from '#texts'
import { AppError } from '../app-error.ts'
import type { Config } from '../config/config.ts'
import type { Database } from '../database/connect.ts'

const hour = 3_600
const day = 86_400

/** Limits of one mailbox: per workspace, for all workspaces, and for the sign-in page. */
const mailboxLimits = { perHour: 5, perDay: 10 } as const

/** Limits of notifications mailed to one user. Those beyond are in the app. */
const notificationLimits = { perHour: 20, perDay: 100 } as const

/** Limits of reports mailed to one user. */
const reportLimits = { perHour: 30, perDay: 100 } as const

/** An email that would have to wait longer is canceled. */
const maxWaitDays = 3

type Limits = Pick<Config, 'senderMailsPerHour' | 'workspaceMailsPerDay'>

interface Sending {
  workspaceId: string
  /** The user who causes the email. */
  userId: string
  recipient: string
}

interface Limit {
  key: string
  max: number
  seconds: number
}

/** Returns the address without what still leads to the same mailbox: tags (`name+tag@`) and, at Gmail, dots. */
export function mailboxOf(email: string): string {
  const at = email.lastIndexOf('@')
  const domain = email.slice(at + 1).replace(/^googlemail\.com$/, 'gmail.com')
  const [local = ''] = email.slice(0, at).split('+', 1)
  return `${domain === 'gmail.com' ? local.replaceAll('.', '') : local}@${domain}`
}

function hashOf(email: string): string {
  return createHash('sha256').update(mailboxOf(email.toLowerCase())).digest('hex')
}

function limitsOf(key: string, { perHour, perDay }: { perHour: number; perDay: number }): Limit[] {
  return [
    { key: `${key}:hour`, max: perHour, seconds: hour },
    { key: `${key}:day`, max: perDay, seconds: day },
  ]
}

const recent = (seconds: ReturnType<typeof sql>) => sql`array(
  select at from unnest(c.times) as at where at > clock_timestamp() - make_interval(secs => ${seconds}) order by at
)`

/**
 * Counts one email against all limits, or against none if one is used up.
 * @returns the limits that are used up, with the seconds left
 */
async function take(tx: Database, limits: readonly Limit[]): Promise<{ key: string; seconds: number }[]> {
  const each = sql`(select w.seconds from wanted w where w.key = excluded.key)`
  // In key order, so that concurrent calls cannot deadlock.
  const { rows } = await sql<{ key: string; is_taken: boolean }>`
    with wanted as (
      select key, max, seconds from jsonb_to_recordset(${JSON.stringify(limits)}::jsonb)
        as w (key text, max int, seconds int)
    ), taken as (
      insert into mail_counts as c (key, times, until)
      select key, array[clock_timestamp()], clock_timestamp() + make_interval(secs => seconds) from wanted order by key
      on conflict (key) do update
        set times = ${recent(each)} || clock_timestamp(), until = excluded.until
        where cardinality(${recent(each)}) < (select w.max from wanted w where w.key = excluded.key)
      returning key
    )
    select key, key in (select key from taken) as is_taken from wanted
  `.execute(tx)
  const refused = limits.filter(({ key }) => rows.some((row) => row.key === key && !row.is_taken))
  if (refused.length === 0) return []
  const taken = rows.filter((row) => row.is_taken).map(({ key }) => key)
  await sql`
    update mail_counts set times = times[:cardinality(times) - 1] where key = any(${taken}::text[])
  `.execute(tx)
  const left: { key: string; seconds: number }[] = []
  for (const { key, max, seconds } of refused) {
    const { rows: found } = await sql<{ seconds: number }>`
      select ceil(greatest(1, extract(epoch from
        times[cardinality(times) - ${max}::int + 1] + make_interval(secs => ${seconds}) - clock_timestamp())))::int as seconds
      from mail_counts where key = ${key}
    `.execute(tx)
    left.push({ key, seconds: found[0]?.seconds ?? seconds })
  }
  return left
}

function refusalOf(key: string, minutes: number): string {
  if (key.startsWith('mailbox'))
    return t`Too many emails were sent to this address. Try again in ${plural(minutes, { one: '# minute', other: '# minutes' })}.`
  if (key.startsWith('sender'))
    return t`You have sent too many emails. Try again in ${plural(minutes, { one: '# minute', other: '# minutes' })}.`
  return t`Your workspace has sent too many emails today. Try again in ${plural(minutes, { one: '# minute', other: '# minutes' })}.`
}

/** @throws RATE_LIMITED with the seconds left */
async function takeOrRefuse(tx: Database, limits: readonly Limit[]): Promise<void> {
  const [longest] = (await take(tx, limits)).sort((a, b) => b.seconds - a.seconds)
  if (!longest) return
  throw new AppError('RATE_LIMITED', refusalOf(longest.key, Math.ceil(longest.seconds / 60)), {
    retryAfterSeconds: longest.seconds,
  })
}

/**
 * Counts an email that a user causes to be sent to somebody else, against the limits of the mailbox, the sender and the
 * workspace. Call it before anything is written.
 * @throws RATE_LIMITED with the seconds left
 */
export async function reserveMail(
  tx: Database,
  config: Limits,
  { workspaceId, userId, recipient }: Sending,
): Promise<void> {
  await takeOrRefuse(tx, [
    ...limitsOf(`mailbox:${workspaceId}:${hashOf(recipient)}`, mailboxLimits),
    { key: `sender:${userId}`, max: config.senderMailsPerHour, seconds: hour },
    { key: `workspace:${workspaceId}`, max: config.workspaceMailsPerDay, seconds: day },
  ])
}

/**
 * Counts a notice to a user about a password that a colleague set. Notices always go out, so their cause is limited: by
 * itself, as somebody who lost their account needs a colleague whatever else was mailed.
 * @throws RATE_LIMITED with the seconds left
 */
export async function reserveNotice(tx: Database, userId: string): Promise<void> {
  await takeOrRefuse(tx, limitsOf(`mailbox-notice:${userId}`, mailboxLimits))
}

/** Counts a notification that a user wants by email. Returns whether it may be mailed. */
export async function reserveNotification(tx: Database, userId: string): Promise<boolean> {
  return (await take(tx, limitsOf(`notification:${userId}`, notificationLimits))).length === 0
}

/** Counts a report mailed to a user. Returns whether it may be mailed. */
export async function reserveReport(tx: Database, userId: string): Promise<boolean> {
  return (await take(tx, limitsOf(`report:${userId}`, reportLimits))).length === 0
}

/** Counts an email requested on the sign-in page. Returns whether it may be sent; the client must not learn this. */
export async function reserveRequestedMail(tx: Database, recipient: string): Promise<boolean> {
  return (await take(tx, limitsOf(`requested:${hashOf(recipient)}`, mailboxLimits))).length === 0
}

/**
 * Returns when an email caused by a workspace may go to a mailbox, so that all workspaces together stay within its
 * limits. Senders are not told: a refusal would reveal that another workspace emails the same person.
 * @returns seconds to wait, or null if longer than `maxWaitDays`
 */
export async function nextMailSlot(tx: Database, recipient: string): Promise<number | null> {
  const { perHour, perDay } = mailboxLimits
  const times = recent(sql`${day}::int`)
  const slot = sql`greatest(clock_timestamp(),
    (${times})[cardinality(${times}) - ${perHour}::int + 1] + interval '1 hour',
    (${times})[cardinality(${times}) - ${perDay}::int + 1] + interval '1 day')`
  const { rows } = await sql<{ seconds: number }>`
    insert into mail_counts as c (key, times, until)
    values (${`all:${hashOf(recipient)}`}, array[clock_timestamp()], clock_timestamp() + interval '1 day')
    on conflict (key) do update set times = ${times} || ${slot}, until = ${slot} + interval '1 day'
      where ${slot} < clock_timestamp() + make_interval(days => ${maxWaitDays})
    returning round(greatest(0, extract(epoch from times[cardinality(times)] - clock_timestamp())))::int as seconds
  `.execute(tx)
  return rows[0]?.seconds ?? null
}
