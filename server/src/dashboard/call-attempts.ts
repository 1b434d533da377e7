import * as contract from '@muster/contract/voice-reports.ts'
import { t } from '#texts'
import type { Database } from '../database/connect.ts'
import { handler } from '../http/handler.ts'
import type { Actor } from '../session/actor.ts'
import { exportReport } from './export-report.ts'
import { presentPeriod, type ReportPeriod, type ReportQuery, resolvePeriod } from './report-period.ts'
import { spreadOf } from './spread.ts'
import { histogram, sumFacts } from './sum-facts.ts'

/** Returns how many calls the first conversation took, and how soon people were called. */
async function loadAttempts(db: Database, actor: Actor, query: ReportQuery, period: ReportPeriod) {
  const facts = await sumFacts(db, actor, query, period, {
    figures: ['attempts', 'hoursToFirstCall'],
    columns: ['value'],
  })
  const attempts = histogram(facts.filter((fact) => fact.figure === 'attempts'))
  const hours = histogram(facts.filter((fact) => fact.figure === 'hoursToFirstCall'))
  const { n, median } = spreadOf(new Map([...attempts].map(([number, count]) => [number * 10, count])))
  const all = [...attempts].reduce((sum, [number, count]) => sum + number * count, 0)
  return {
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
}

export const getCallAttempts = handler(contract.getCallAttempts, async ({ tx, actor, query }) => {
  const period = await resolvePeriod(tx, actor, query)
  return { period: presentPeriod(period), ...(await loadAttempts(tx, actor, query, period)) }
})

export const exportCallAttempts = exportReport(
  contract.exportCallAttempts,
  'attempts',
  async ({ tx, actor, query }, period) => {
    const { attemptsPerContact, hoursToFirstCall } = await loadAttempts(tx, actor, query, period)
    const { n, median, mean, distribution } = attemptsPerContact
    const [attempts, hours] = [t`Attempts per contact`, t`Hours to first call`]
    return {
      name: t`Call attempts and time to first call`,
      columns: [
        { header: t`Metric` },
        { header: t`Attempts`, isNumber: true },
        { header: t`Applications`, isNumber: true },
        { header: t`Median`, isNumber: true },
        { header: t`Mean`, isNumber: true },
        { header: t`90% within`, isNumber: true },
      ],
      rows: [
        [attempts, null, n, median, mean, null],
        [hours, null, hoursToFirstCall.n, hoursToFirstCall.median, null, hoursToFirstCall.p90],
        // Named differently, because these rows add up to the first one.
        ...distribution.map(({ attempts, count }) => [
          t`Calls to first conversation`,
          attempts,
          count,
          null,
          null,
          null,
        ]),
      ],
      definitions: [
        [attempts, 'attemptsPerContact'],
        [hours, 'hoursToFirstCall'],
        [t`Median`, 'daysRounded'],
      ],
    }
  },
)
