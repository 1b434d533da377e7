import * as contract from '@muster/contract/call-queues.ts'
import { findWrongBreak, type Span } from '@muster/contract/calling-breaks.ts'
import { sql } from 'kysely'
import { translate } from '#texts'
import { invalid, staleVersion } from '../app-error.ts'
import { storedBreaks } from '../calling-hours/stored-breaks.ts'
import { changedColumns } from '../database/changed-columns.ts'
import { handler } from '../http/handler.ts'
import { loadQueue, presentQueue, type QueueRow } from './load-queue.ts'
import { readQuestions } from './questions.ts'
import { assertKnown, readFilters } from './read-filters.ts'
import { recordQueueChange } from './record-queue-change.ts'

const columns = {
  name: 'name',
  order: 'order',
  callFrom: 'call_from',
  callTo: 'call_to',
  skipHolidays: 'skip_holidays',
  maxTries: 'max_tries',
  triesPerDay: 'tries_per_day',
  hoursBetween: 'hours_between',
  laterHours: 'later_hours',
  otherTimeOfDay: 'other_time_of_day',
  script: 'script',
} as const

/**
 * Returns the breaks after a change. Whoever changes the hours alone may not know of breaks: those that are no longer within
 * the hours are removed.
 * @throws VALIDATION for hours that end before they begin, and for a break outside of them
 */
function changedBreaks(
  before: QueueRow,
  body: { callFrom?: number | undefined; callTo?: number | undefined; breaks?: Span[] | undefined },
): Span[] {
  const { callFrom: from = before.from, callTo: to = before.to, breaks } = body
  if (from >= to) throw invalid('callTo', translate(contract.hoursInOrder.message))
  if (!breaks) return before.breaks.filter((each) => findWrongBreak({ from, to, breaks: [each] }) === null)
  const wrong = findWrongBreak({ from, to, breaks })
  if (wrong) throw invalid(`breaks.${wrong.index}`, translate(wrong.message))
  return breaks
}

export const updateCallQueue = handler(contract.updateCallQueue, async (context) => {
  const { tx, actor, params, body } = context
  const before = await loadQueue(tx, actor, params.id)
  if (body.filters) await assertKnown(tx, actor, readFilters(body.filters))
  const breaks = changedBreaks(before, body)
  const questions = body.questions && (await readQuestions(tx, actor, body.questions, before.questions))
  const updated = await tx
    .updateTable('call_queues')
    .set({
      ...changedColumns(body, columns),
      breaks: storedBreaks(breaks),
      ...(body.filters && { filters: JSON.stringify(body.filters) }),
      ...(body.minutesAfter && { minutes_after: JSON.stringify(body.minutesAfter) }),
      ...(questions && { questions: JSON.stringify(questions) }),
      ...(body.weekdays && { weekdays: [...new Set(body.weekdays)].sort() }),
      version: sql`version + 1`,
      updated_at: sql`now()`,
    })
    .where('workspace_id', '=', actor.workspaceId)
    .where('id', '=', params.id)
    .where('version', '=', body.version ?? before.version)
    .executeTakeFirst()
  const after = await loadQueue(tx, actor, params.id)
  if (updated.numUpdatedRows === 0n) throw staleVersion(after.version)
  await recordQueueChange(tx, context, 'changed', after)
  return presentQueue(tx, actor, after)
})
