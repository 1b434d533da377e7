import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { t } from '#texts'
import type { Config } from '../config.ts'
import type { Database } from '../database/connect.ts'
import { AppError } from '../http/app-error.ts'

const hour = 3_600
const day = 86_400

/** Emails to one mailbox: from one workspace, from all of them, or asked for on the sign-in page. */
const mailboxLimits = { perHour: 5, perDay: 10 } as const

/** An email that would have to wait longer is not sent at all. */
const longestWaitDays = 3

type Limits = Pick<Config, 'senderMailsPerHour' | 'workspaceMailsPerDay'>

interface Sending {
  workspaceId: string
  /** Who causes the email. */
  userId: string
  recipient: string
}

interface Limit {
  key: string
  most: number
  seconds: number
}

/** Tags (`name+tag@`) and, at Gmail, dots lead to the same mailbox. */
export function mailboxOf(email: string): string {
  const at = email.lastIndexOf('@')
  const domain = email.slice(at + 1).replace(/^googlemail\.com$/, 'gmail.com')
  const [local = ''] = email.slice(0, at).split('+', 1)
  return `${domain === 'gmail.com' ? local.replaceAll('.', '') : local}@${domain}`
}

function hashOf(email: string): string {
  return createHash('sha256').update(mailboxOf(email.toLowerCase())).digest('hex')
}

function mailboxLimitsOf(key: string): Limit[] {
  return [
    { key: `${key}:hour`, most: mailboxLimits.perHour, seconds: hour },
    { key: `${key}:day`, most: mailboxLimits.perDay, seconds: day },
  ]
}

const recent = (seconds: ReturnType<typeof sql>) => sql`array(
  select at from unnest(c.times) as at where at > clock_timestamp() - make_interval(secs => ${seconds}) order by at
)`

/** Counts one email against all limits, or against none. Answers those that are used up, with the seconds left. */
async function take(tx: Database, limits: readonly Limit[]): Promise<{ key: string; seconds: number }[]> {
  const each = sql`(select w.seconds from wanted w where w.key = excluded.key)`
  // In the order of the keys, so that two that count the same ones wait for each other and never in a circle.
  const { rows } = await sql<{ key: string; is_taken: boolean }>`
    with wanted as (
      select key, most, seconds from jsonb_to_recordset(${JSON.stringify(limits)}::jsonb)
        as w (key text, most int, seconds int)
    ), taken as (
      insert into mail_counts as c (key, times, until)
      select key, array[clock_timestamp()], clock_timestamp() + make_interval(secs => seconds) from wanted order by key
      on conflict (key) do update
        set times = ${recent(each)} || clock_timestamp(), until = excluded.until
        where cardinality(${recent(each)}) < (select w.most from wanted w where w.key = excluded.key)
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
  for (const { key, most, seconds } of refused) {
    const { rows: found } = await sql<{ seconds: number }>`
      select ceil(greatest(1, extract(epoch from
        times[cardinality(times) - ${most}::int + 1] + make_interval(secs => ${seconds}) - clock_timestamp())))::int as seconds
      from mail_counts where key = ${key}
    `.execute(tx)
    left.push({ key, seconds: found[0]?.seconds ?? seconds })
  }
  return left
}

function refusalOf(key: string, minutes: number): string {
  if (key.startsWith('mailbox'))
    return t`Several emails were sent to this address already. Try again in ${minutes} min.`
  if (key.startsWith('sender')) return t`You have sent many emails. Try again in ${minutes} min.`
  return t`Your workspace has sent many emails today. Try again in ${minutes} min.`
}

/**
 * Counts an email that somebody causes to be sent to somebody else, against the limits of the mailbox, the sender and
 * the workspace. Call it before anything is written.
 * @throws RATE_LIMITED with the seconds left
 */
export async function reserveMail(
  tx: Database,
  config: Limits,
  { workspaceId, userId, recipient }: Sending,
): Promise<void> {
  const [longest] = (
    await take(tx, [
      ...mailboxLimitsOf(`mailbox:${workspaceId}:${hashOf(recipient)}`),
      { key: `sender:${userId}`, most: config.senderMailsPerHour, seconds: hour },
      { key: `workspace:${workspaceId}`, most: config.workspaceMailsPerDay, seconds: day },
    ])
  ).sort((a, b) => b.seconds - a.seconds)
  if (!longest) return
  throw new AppError('RATE_LIMITED', refusalOf(longest.key, Math.ceil(longest.seconds / 60)), {
    retryAfterSeconds: longest.seconds,
  })
}

/** Counts an email that was asked for on the sign-in page. Answers whether it may be sent; nobody else is told. */
export async function reserveRequestedMail(tx: Database, recipient: string): Promise<boolean> {
  return (await take(tx, mailboxLimitsOf(`requested:${hashOf(recipient)}`))).length === 0
}

/**
 * Finds when a mailbox may be sent an email that a workspace causes, with those of all workspaces together within the
 * limits. Senders are not told: a refusal would say that another workspace writes to the same person.
 * @returns seconds to wait, or null when it is too long
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
      where ${slot} < clock_timestamp() + make_interval(days => ${longestWaitDays})
    returning round(greatest(0, extract(epoch from times[cardinality(times)] - clock_timestamp())))::int as seconds
  `.execute(tx)
  return rows[0]?.seconds ?? null
}
