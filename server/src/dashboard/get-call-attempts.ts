import * as contract from '@muster/contract/voice-reports.ts'
import { handler } from '../http/handler.ts'
import { metric } from './report-metrics.ts'
import { presentPeriod, resolvePeriod } from './report-period.ts'
import { spreadOf } from './spread.ts'
import { histogram, sumFacts } from './sum-facts.ts'

export const getCallAttempts = handler(contract.getCallAttempts, async ({ tx, actor, query }) => {
  const period = await resolvePeriod(tx, actor, query)
  const facts = await sumFacts(tx, actor, query, period, {
    metrics: [metric.attempts, metric.hoursToFirstCall],
    columns: ['b'],
  })
  const attempts = histogram(facts.filter((fact) => fact.metric === metric.attempts))
  const hours = histogram(facts.filter((fact) => fact.metric === metric.hoursToFirstCall))
  const { n, median } = spreadOf(new Map([...attempts].map(([number, count]) => [number * 10, count])))
  const all = [...attempts].reduce((sum, [number, count]) => sum + number * count, 0)
  return {
    period: presentPeriod(period),
    attemptsPerContact: {
      n,
      median,
      mean: n === 0 ? null : Math.round((all / n) * 10) / 10,
      distribution: [...attempts]
        .map(([number, count]) => ({ attempts: number, count }))
        .sort((one, other) => one.attempts - other.attempts),
    },
    hoursToFirstCall: spreadOf(hours),
  }
})
