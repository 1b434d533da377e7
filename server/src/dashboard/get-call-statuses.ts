import * as contract from '@muster/contract/voice-reports.ts'
import { handler } from '../http/handler.ts'
import { loadCallStatuses } from './load-call-statuses.ts'
import { presentPeriod, resolvePeriod } from './report-period.ts'

export const getCallStatuses = handler(contract.getCallStatuses, async ({ tx, actor, query }) => {
  const period = await resolvePeriod(tx, actor, query)
  return { period: presentPeriod(period), ...(await loadCallStatuses(tx, actor, query, period)) }
})
