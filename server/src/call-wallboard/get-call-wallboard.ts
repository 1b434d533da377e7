import * as contract from '@muster/contract/call-wallboard.ts'
import { forbidden } from '../app-error.ts'
import { handler } from '../http/handler.ts'
import { countCallbacks, countHours, countNumbers, countPace, sumCosts } from './count-day.ts'
import { loadDay } from './day.ts'
import { listTalking } from './list-talking.ts'

export const getCallWallboard = handler(contract.getCallWallboard, async ({ tx, actor, query }) => {
  if (!actor.permissions.has('calls:read')) throw forbidden()
  const day = await loadDay(tx, query.timezone ?? actor.workspace.timezone)
  const { at, from, to, timezone } = day
  const [talking, pace, hours, numbers, callbacks, costs] = await Promise.all([
    listTalking(tx, actor),
    countPace(tx, actor, day),
    countHours(tx, actor, day),
    countNumbers(tx, actor, day),
    countCallbacks(tx, actor, day),
    sumCosts(tx, actor, day),
  ])
  return { at, timezone, today: { from, to }, ...talking, pace, hours, numbers, callbacks, costs }
})
