import * as contract from '@muster/contract/reports.ts'
import { handler } from '../http/handler.ts'
import { loadDurations } from './load-durations.ts'
import { presentPeriod, resolvePeriod } from './report-period.ts'

export const getDurations = handler(contract.getDurations, async ({ tx, actor, query }) => {
  const period = await resolvePeriod(tx, actor, query)
  return { period: presentPeriod(period), ...(await loadDurations(tx, actor, query, period)) }
})
