import * as contract from '@muster/contract/reports.ts'
import { statusTypes } from '@muster/contract/status-types.ts'
import { t, translate } from '#texts'
import type { Database } from '../database/connect.ts'
import type { Figure } from '../facts/figures.ts'
import { handler } from '../http/handler.ts'
import type { Actor } from '../session/actor.ts'
import { exportReport } from './export-report.ts'
import { loadAges } from './load-present.ts'
import { memoize } from './memoize.ts'
import { openTypes } from './open-types.ts'
import { presentPeriod, type ReportPeriod, type ReportQuery, resolvePeriod } from './report-period.ts'
import { distributionOf, type Spread, spreadOf } from './spread.ts'
import { type FactSum, histogram, sumFacts, total } from './sum-facts.ts'

const none = spreadOf(new Map())

const spreadsOfHires = memoize((hires: readonly FactSum[]) => {
  const of = (wanted: Figure, part: 0 | 1) =>
    spreadOf(histogram(hires.filter((row) => row.figure === wanted && row.part === part)))
  const distribution = (wanted: Figure) =>
    distributionOf(histogram(hires.filter((row) => row.figure === wanted && row.part === 1)))
  const compared = (wanted: Figure) => ({
    ...of(wanted, 1),
    previous: of(wanted, 0),
    distribution: distribution(wanted),
  })
  return { timeToHire: compared('daysToHire'), timeToFill: compared('daysToFill') }
})

/** Returns the completed stays in each type, and how many applications left it. */
const spreadsOfStays = memoize((rows: readonly FactSum[]) => {
  const stays = Map.groupBy(rows, ({ label }) => label)
  return new Map<string, Spread & { applications: number }>(
    [...stays].map(([type, theirs]) => [
      type,
      {
        ...spreadOf(histogram(theirs.filter((row) => row.figure === 'stay'))),
        applications: total(theirs, { figure: 'left' }),
      },
    ]),
  )
})

/** Returns how long hiring took, in both periods, and how long each type took. */
async function loadDurations(db: Database, actor: Actor, query: ReportQuery, period: ReportPeriod) {
  const hires = await sumFacts(db, actor, query, period, {
    figures: ['daysToHire', 'daysToFill'],
    previous: true,
    columns: ['value'],
  })
  const stays = await sumFacts(db, actor, query, period, {
    figures: ['stay', 'left'],
    columns: ['label', 'value'],
  })
  const ages = await loadAges(db, actor, query, period.timezone)
  const ofStays = spreadsOfStays(stays)
  return {
    ...spreadsOfHires(hires),
    inStage: openTypes.map((type) => ({
      type,
      ...(ofStays.get(type) ?? { ...none, applications: 0 }),
      current: ages.get(type) ?? none,
    })),
  }
}

export const getDurations = handler(contract.getDurations, async ({ tx, actor, query }) => {
  const period = await resolvePeriod(tx, actor, query)
  return { period: presentPeriod(period), ...(await loadDurations(tx, actor, query, period)) }
})

const cellsOf = ({ n, median, p90 }: Spread) => [n, median, p90]

export const exportDurations = exportReport(
  contract.exportDurations,
  'durations',
  async ({ tx, actor, query }, period) => {
    const { timeToHire, timeToFill, inStage } = await loadDurations(tx, actor, query, period)
    const wholes = [
      [t`Time to hire`, timeToHire],
      [t`Time to fill`, timeToFill],
    ] as const
    const [stays, ages] = [t`Completed stages`, t`Time in current stage, regardless of period`]
    return {
      name: t`Time to hire, time to fill and time in stage`,
      columns: [
        { header: t`Duration`, width: 34 },
        { header: t`Status type` },
        { header: t`Count`, isNumber: true },
        { header: t`Median (days)`, isNumber: true },
        { header: t`90% within (days)`, isNumber: true },
        { header: t`Applications`, isNumber: true },
        { header: t`Count, previous period`, isNumber: true },
        { header: t`Median (days), previous period`, isNumber: true },
        { header: t`90% within (days), previous period`, isNumber: true },
      ],
      rows: [
        ...wholes.map(([name, whole]) => [
          name,
          null,
          ...cellsOf(whole),
          whole.n,
          ...cellsOf(whole.previous),
        ]),
        ...inStage.map(({ type, applications, ...stay }) => [
          stays,
          translate(statusTypes[type].label),
          ...cellsOf(stay),
          applications,
          null,
          null,
          null,
        ]),
        ...inStage.map(({ type, current }) => [
          ages,
          translate(statusTypes[type].label),
          ...cellsOf(current),
          current.n,
          null,
          null,
          null,
        ]),
      ],
      definitions: [
        [t`Time to hire`, 'timeToHire'],
        [t`Time to fill`, 'timeToFill'],
        [stays, 'timeInStage'],
        [ages, 'ageInStage'],
        [t`Median (days)`, 'daysRounded'],
        [t`Previous period`, 'comparison'],
      ],
    }
  },
)
