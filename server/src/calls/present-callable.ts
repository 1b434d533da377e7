import type { callable } from '@muster/contract/application-row.ts'
import type { z } from 'zod'
import { t } from '#texts'
import type { Opening } from '../calling-hours/calling-calendar.ts'
import { dialingCodeOf } from '../calling-hours/dialing-codes.ts'
import { loadCalendarOf } from '../calling-hours/load-calendar.ts'
import { presentClosure } from '../calling-hours/present-closure.ts'
import type { Database } from '../database/connect.ts'
import type { Actor } from '../session/actor.ts'
import { localTimeOf } from './local-time.ts'

type Callable = z.input<typeof callable>

async function findOpening(db: Database, actor: Actor, phone: string, now: Date): Promise<Opening | null> {
  const code = dialingCodeOf(phone)
  const calendar = await loadCalendarOf(db, actor, code, now)
  return calendar.openingOf(code, now)
}

/** Returns why it is not the time to call. */
function closedReason(closed: Callable['closed'], localTime: string | undefined): string {
  if (!closed) return localTime ? t`Their local time is ${localTime}` : t`It is outside calling hours`
  const { holiday, placeName } = closed
  return holiday ? t`Public holiday: ${holiday} (${placeName})` : t`${placeName} allows no calls at this time`
}

/**
 * Returns whether the candidate may be called, and their local time. The calendar of call queues decides about the time.
 * @param refusal why the actor may not call them
 */
export async function presentCallable(
  db: Database,
  actor: Actor,
  { phone }: { phone: string | null },
  refusal: string | null,
  now = new Date(),
): Promise<Callable> {
  const time = phone ? localTimeOf(phone, now) : null
  const opening = phone ? await findOpening(db, actor, phone, now) : null
  const closed = opening && presentClosure(opening.closure)
  const why = refusal ?? (phone ? null : t`No phone number`)
  return {
    may: why === null,
    quiet: opening !== null,
    reason: why ?? (opening && closedReason(closed, time?.text)),
    closed,
    opens: opening?.at ? { at: opening.at, timezone: opening.timezone } : null,
    localTime: time?.text ?? null,
    timezone: time?.zone ?? null,
  }
}
