import * as contract from '@muster/contract/calling-hours.ts'
import { sql } from 'kysely'
import { getCountries } from 'libphonenumber-js'
import { t } from '#texts'
import { invalid } from '../app-error.ts'
import { recordAudit } from '../audit/record-audit.ts'
import type { Database } from '../database/connect.ts'
import { newId } from '../database/new-id.ts'
import { type Context, handler } from '../http/handler.ts'
import type { CallingRule } from './calling-calendar.ts'
import { loadHolidays, statesOfCountry } from './holidays.ts'
import { loadRule } from './present-rule.ts'
import { storedBreaks } from './stored-breaks.ts'

/** Writes an audit entry for hours that were added, changed or removed. */
async function recordRuleChange(
  tx: Database,
  { actor, caller }: Pick<Context<typeof contract.createCallingHours>, 'actor' | 'caller'>,
  change: 'created' | 'changed' | 'deleted',
  { id, country, state }: { id: string; country: string; state: string | null },
): Promise<void> {
  await recordAudit(tx, {
    ...actor,
    action: `calling_hours.${change}`,
    ip: caller.ip,
    userAgent: caller.userAgent,
    subject: { kind: 'calling_hours', id },
    details: { country, state },
  })
}

type Fields = Partial<Pick<CallingRule, (typeof contract.callingDays)[number] | 'publicHolidays'>>

/** Returns the columns of the fields that were sent. */
function ruleColumns({ publicHolidays, weekdays, saturday, sunday }: Fields) {
  return {
    ...(publicHolidays !== undefined && { on_holidays: publicHolidays }),
    ...(weekdays !== undefined && {
      weekdays_from: weekdays?.from ?? null,
      weekdays_to: weekdays?.to ?? null,
      weekdays_breaks: storedBreaks(weekdays?.breaks),
    }),
    ...(saturday !== undefined && {
      saturday_from: saturday?.from ?? null,
      saturday_to: saturday?.to ?? null,
      saturday_breaks: storedBreaks(saturday?.breaks),
    }),
    ...(sunday !== undefined && {
      sunday_from: sunday?.from ?? null,
      sunday_to: sunday?.to ?? null,
      sunday_breaks: storedBreaks(sunday?.breaks),
    }),
  }
}

/** @throws VALIDATION for a country without phone numbers, and for a state that the country does not have */
async function assertPlace(country: string, state: string | null): Promise<void> {
  if (!(getCountries() as string[]).includes(country))
    throw invalid('country', t`Enter a country code, such as US`)
  if (state === null) return
  await loadHolidays([], [], [country])
  if (!statesOfCountry(country).has(state)) throw invalid('state', t`Choose a state of this country`)
}

export const createCallingHours = handler(contract.createCallingHours, async (context) => {
  const { tx, actor, body } = context
  const { country, state } = body
  await assertPlace(country, state)
  const id = newId()
  await tx
    .insertInto('calling_hours')
    .values({
      workspace_id: actor.workspaceId,
      id,
      country,
      state,
      on_holidays: body.publicHolidays,
      ...ruleColumns(body),
    })
    .execute()
  await recordRuleChange(tx, context, 'created', { id, country, state })
  return loadRule(tx, actor.workspaceId, id)
})

export const updateCallingHours = handler(contract.updateCallingHours, async (context) => {
  const { tx, actor, params, body } = context
  await tx
    .updateTable('calling_hours')
    .set({ ...ruleColumns(body), updated_at: sql`now()` })
    .where('workspace_id', '=', actor.workspaceId)
    .where('id', '=', params.id)
    .execute()
  const rule = await loadRule(tx, actor.workspaceId, params.id)
  await recordRuleChange(tx, context, 'changed', rule)
  return rule
})

export const deleteCallingHours = handler(contract.deleteCallingHours, async (context) => {
  const { tx, actor, params } = context
  const rule = await loadRule(tx, actor.workspaceId, params.id)
  await tx
    .deleteFrom('calling_hours')
    .where('workspace_id', '=', actor.workspaceId)
    .where('id', '=', params.id)
    .execute()
  await recordRuleChange(tx, context, 'deleted', rule)
  return undefined
})
