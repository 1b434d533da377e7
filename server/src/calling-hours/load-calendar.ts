import { sql } from 'kysely'
import { countriesWithAreaCodes } from '../calls/area-code-states.ts'
import type { Database } from '../database/connect.ts'
import type { Actor } from '../session/actor.ts'
import {
  type CallingCalendar,
  type CallingRule,
  callingCalendar,
  type Hours,
  placesWithHolidays,
} from './calling-calendar.ts'
import type { CallingWindow } from './calling-window.ts'
import { loadHolidays } from './holidays.ts'

export interface RuleRow extends CallingRule {
  id: string
}

/** Returns the rules of a workspace by country and state, or the one with the ID. */
export async function findCallingHours(db: Database, workspaceId: string, id?: string): Promise<RuleRow[]> {
  const rows = await db
    .selectFrom('calling_hours')
    .where('workspace_id', '=', workspaceId)
    .$if(id !== undefined, (rules) => rules.where('id', '=', id!))
    .selectAll()
    .orderBy('country')
    .orderBy(sql`coalesce(state, '')`)
    .execute()
  const hours = (from: number | null, to: number | null): Hours | null =>
    from === null || to === null ? null : { from, to }
  return rows.map((row) => ({
    id: row.id,
    country: row.country,
    state: row.state,
    weekdays: hours(row.weekdays_from, row.weekdays_to),
    saturday: hours(row.saturday_from, row.saturday_to),
    sunday: hours(row.sunday_from, row.sunday_to),
    publicHolidays: row.on_holidays,
  }))
}

const dayMs = 24 * 3_600_000

/** Returns when the people of a queue may be called, with the holidays that decide from yesterday until ten days ahead, and the names of states. */
export async function loadCalendar(
  db: Database,
  actor: Pick<Actor, 'workspaceId' | 'workspace'>,
  queue: CallingWindow & { skipHolidays: boolean },
  at: Date,
): Promise<CallingCalendar> {
  const { skipHolidays } = queue
  const rules = await findCallingHours(db, actor.workspaceId)
  const years = [-1, 10].map((days) => new Date(at.getTime() + days * dayMs).getUTCFullYear())
  const countries = [
    ...rules.flatMap(({ country, state }) => (state === null ? [] : [country])),
    ...(skipHolidays ? countriesWithAreaCodes : []),
  ]
  await loadHolidays(placesWithHolidays(skipHolidays, rules), [...new Set(years)], countries)
  return callingCalendar({ window: queue, skipHolidays, rules, workspaceZone: actor.workspace.timezone })
}
