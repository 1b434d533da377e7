import * as contract from '@muster/contract/reports.ts'
import { handler } from '../http/handler.ts'
import { loadConversion } from './load-conversion.ts'
import { presentPeriod, resolvePeriod } from './report-period.ts'

export const getConversionRate = handler(contract.getConversionRate, async ({ tx, actor, query }) => {
  const period = await resolvePeriod(tx, actor, query)
  return { period: presentPeriod(period), ...(await loadConversion(tx, actor, query, period)) }
})
