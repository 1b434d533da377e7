import * as contract from '@muster/contract/dashboard.ts'
import { handler } from '../http/handler.ts'
import { loadActivity } from './load-activity.ts'
import { presentPeriod, resolvePeriod } from './report-period.ts'

export const getDailyActivity = handler(contract.getDailyActivity, async ({ tx, actor, query }) => {
  const period = await resolvePeriod(tx, actor, query)
  return { period: presentPeriod(period), items: await loadActivity(tx, actor, query, period) }
})
