import { defaultCallingHours } from '@muster/contract/calling-hours.ts'
import type { Database } from '../database/connect.ts'
import { newId } from '../database/new-id.ts'

/** Adds the stricter calling hours with which a workspace begins. */
export async function addDefaultRules(tx: Database, workspaceId: string): Promise<void> {
  const minutes = (hour: number | undefined) => (hour === undefined ? null : hour * 60)
  await tx
    .insertInto('calling_hours')
    .values(
      defaultCallingHours.map(
        ({ state, weekdays, saturday = weekdays, sunday = saturday, publicHolidays }) => ({
          workspace_id: workspaceId,
          id: newId(),
          country: 'US',
          state,
          weekdays_from: minutes(weekdays[0]),
          weekdays_to: minutes(weekdays[1]),
          saturday_from: minutes(saturday[0]),
          saturday_to: minutes(saturday[1]),
          sunday_from: minutes(sunday?.[0]),
          sunday_to: minutes(sunday?.[1]),
          on_holidays: publicHolidays ?? true,
        }),
      ),
    )
    .execute()
}
