import { dispositions } from '@muster/contract/dispositions.ts'
import type { Insertable } from 'kysely'
import type { DB } from '../database/schema.generated.ts'
import type { SampleWorkspace, SetupIds } from './setup-rows.ts'
import type { StoryEnd, StoryEvent } from './story.ts'

/** @throws when the workspace does not have the reason */
export function reasonId({ reasons }: SampleWorkspace, end: StoryEnd): string | null {
  if (end.reason === null) return null
  const { party } = dispositions[end.disposition]
  const ofParty = reasons.filter((one) => one.party === party)
  // A workspace may have renamed its reasons.
  const reason = ofParty.find((one) => one.name === end.reason) ?? ofParty[0]
  if (!reason) throw new Error(`No reason "${end.reason}" for ${end.disposition}`)
  return reason.id
}

export const noColumns = {
  from_status_id: null,
  to_status_id: null,
  from_type: null,
  to_type: null,
  cause: null,
  field: null,
  old_value: null,
  new_value: null,
  body: null,
  mentions: [],
} satisfies Partial<Insertable<DB['activity_logs']>>

/** Returns the columns of a log entry that depend on its kind; every kind has all of them. */
export function logColumns(
  workspace: SampleWorkspace,
  ids: SetupIds,
  position: number,
  event: StoryEvent,
): { [Column in keyof typeof noColumns]: Insertable<DB['activity_logs']>[Column] } {
  const statuses = ids.statuses[position]!
  const userId = (user: number | null) => (user === null ? null : ids.users[user]!)
  switch (event.kind) {
    case 'created':
      return { ...noColumns, to_status_id: statuses.lead.id, to_type: 'lead' }
    case 'moved':
    case 'reopened':
      return {
        ...noColumns,
        from_status_id: statuses[event.from].id,
        to_status_id: statuses[event.to].id,
        from_type: event.from,
        to_type: event.to,
        cause: event.cause,
      }
    case 'assigned':
      return {
        ...noColumns,
        field: 'ownerId',
        old_value: userId(event.from),
        new_value: userId(event.to),
      }
    case 'disposition':
      return {
        ...noColumns,
        from_status_id: statuses[event.end.statusType].id,
        field: reasonId(workspace, event.end),
        new_value: event.end.disposition,
        body: event.end.note,
      }
    case 'comment':
      return {
        ...noColumns,
        body: event.body,
        mentions: event.mentioned === null ? [] : [ids.users[event.mentioned]!],
      }
    case 'email':
      return { ...noColumns, body: event.body }
    case 'call':
      return { ...noColumns, new_value: event.call.result, body: event.call.summary }
  }
}
