import * as contract from '@muster/contract/call-queues.ts'
import { storedBreaks } from '../calling-hours/stored-breaks.ts'
import { newId } from '../database/new-id.ts'
import { handler } from '../http/handler.ts'
import { loadQueue, presentQueue } from './load-queue.ts'
import { readQuestions } from './questions.ts'
import { assertKnown, readFilters } from './read-filters.ts'
import { recordQueueChange } from './record-queue-change.ts'

export const createCallQueue = handler(contract.createCallQueue, async (context) => {
  const { tx, actor, body } = context
  await assertKnown(tx, actor, readFilters(body.filters))
  const questions = await readQuestions(tx, actor, body.questions, [])
  const id = newId()
  await tx
    .insertInto('call_queues')
    .values({
      workspace_id: actor.workspaceId,
      id,
      name: body.name,
      filters: JSON.stringify(body.filters),
      order: body.order,
      call_from: body.callFrom,
      call_to: body.callTo,
      breaks: storedBreaks(body.breaks),
      weekdays: [...new Set(body.weekdays)].sort(),
      skip_holidays: body.skipHolidays,
      max_tries: body.maxTries,
      tries_per_day: body.triesPerDay,
      hours_between: body.hoursBetween,
      later_hours: body.laterHours,
      minutes_after: JSON.stringify(body.minutesAfter),
      other_time_of_day: body.otherTimeOfDay,
      script: body.script ?? null,
      questions: JSON.stringify(questions),
      created_by: actor.userId,
    })
    .execute()
  const queue = await loadQueue(tx, actor, id)
  await recordQueueChange(tx, context, 'created', queue)
  return presentQueue(tx, actor, queue)
})
