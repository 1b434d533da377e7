import type { Database } from '../database/connect.ts'
import type { Actor } from '../session/actor.ts'
import type { ReportPeriod, ReportQuery } from './report-period.ts'
import { spreadOf } from './spread.ts'
import { histogram, sumFacts } from './sum-facts.ts'

/** How many calls it took to reach somebody, and how soon people were called. */
export async function loadAttempts(db: Database, actor: Actor, query: ReportQuery, period: ReportPeriod) {
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
