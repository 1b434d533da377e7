import * as contract from '@muster/contract/voice-reports.ts'
import { handler } from '../http/handler.ts'
import { loadAttempts } from './load-attempts.ts'
import { presentPeriod, resolvePeriod } from './report-period.ts'

export const getCallAttempts = handler(contract.getCallAttempts, async ({ tx, actor, query }) => {
  const period = await resolvePeriod(tx, actor, query)
  return { period: presentPeriod(period), ...(await loadAttempts(tx, actor, query, period)) }
})
