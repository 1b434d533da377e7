import * as contract from '@muster/contract/reports.ts'
import { funnelTypes, type StatusType, statusTypeRank, statusTypes } from '@muster/contract/status-types.ts'
import { sql } from 'kysely'
import { t, translate } from '#texts'
import type { Database } from '../database/connect.ts'
import { handler } from '../http/handler.ts'
import type { Actor } from '../session/actor.ts'
import { exportReport } from './export-report.ts'
import { askFacts, bucketOfFact, freshInBucket, reportFacts } from './report-facts.ts'
import { presentPeriod, type ReportPeriod, type ReportQuery, resolvePeriod } from './report-period.ts'
import { partOf } from './spread.ts'
import { type FactSum, sumFacts, total } from './sum-facts.ts'

/** Returns how many reached each type or a later one, by its rank. */
export function reachedAtLeast(rows: readonly FactSum[]): number[] {
  const created = rows.filter((row) => row.figure === 'createdByReached')
  return funnelTypes.map((_, rank) =>
    total(created.filter(({ label }) => statusTypeRank(label as StatusType) >= rank)),
  )
}

function conversion(counts: readonly number[], from: number, to: number) {
  const [n, reached] = [counts[from]!, counts[to]!]
  return { n, reached, rate: partOf(reached, n) }
}

function acceptance(rows: readonly FactSum[]) {
  const n = total(rows, { figure: 'offersDecided' })
  const accepted = total(rows, { figure: 'offersDecided', label: 'hired' })
  return { n, accepted, rate: partOf(accepted, n) }
}

/** Returns the rates of each bucket, which show the trend. */
async function loadTrend(db: Database, actor: Actor, query: ReportQuery, period: ReportPeriod) {
  const facts = reportFacts(actor, query, period, { figures: ['createdByReached', 'offersDecided'] })
  const rows = await askFacts(db, facts, {
    ask: (relation) => sql<Pick<FactSum, 'figure' | 'label' | 'n'> & { bucket: string }>`
      select ${bucketOfFact(period)} as bucket, f.figure, f.label, sum(f.n)::float8 as n
      from (${relation}) as f where ${freshInBucket(period)} group by 1, 2, 3
    `,
    counts: ['n'],
  })
  const byBucket = Map.groupBy(rows, ({ bucket }) => bucket)
  return period.buckets.map(({ day, at }) => {
    const ofBucket = (byBucket.get(day) ?? []) as unknown as FactSum[]
    const counts = reachedAtLeast(ofBucket)
    return {
      at,
      steps: funnelTypes.slice(1).map((to, index) => ({ to, ...conversion(counts, index, index + 1) })),
      overall: conversion(counts, 0, statusTypeRank('hired')),
      offerAcceptance: acceptance(ofBucket),
    }
  })
}

/** Returns the rates from each type to the next, to a hire, and of offers, for both periods. */
async function loadConversion(db: Database, actor: Actor, query: ReportQuery, period: ReportPeriod) {
  const rows = await sumFacts(db, actor, query, period, {
    figures: ['createdByReached', 'offersDecided'],
    previous: true,
    columns: ['label'],
  })
  const [before, present] = [0, 1].map((part) => rows.filter((row) => row.part === part)) as [
    FactSum[],
    FactSum[],
  ]
  const counts = reachedAtLeast(present)
  const previous = reachedAtLeast(before)
  const compared = (from: number, to: number) => ({
    ...conversion(counts, from, to),
    previous: conversion(previous, from, to),
  })
  return {
    steps: funnelTypes
      .slice(1)
      .map((to, index) => ({ from: funnelTypes[index]!, to, ...compared(index, index + 1) })),
    overall: compared(0, statusTypeRank('hired')),
    offerAcceptance: { ...acceptance(present), previous: acceptance(before) },
    trend: await loadTrend(db, actor, query, period),
  }
}

export const getConversionRate = handler(contract.getConversionRate, async ({ tx, actor, query }) => {
  const period = await resolvePeriod(tx, actor, query)
  return { period: presentPeriod(period), ...(await loadConversion(tx, actor, query, period)) }
})

export const exportConversionRate = exportReport(
  contract.exportConversionRate,
  'conversion-rate',
  async ({ tx, actor, query }, period) => {
    const { steps, overall, offerAcceptance } = await loadConversion(tx, actor, query, period)
    const [step, whole, offers] = [t`From stage to stage`, t`Lead to hire`, t`Offer acceptance`]
    const { accepted, previous, ...offer } = offerAcceptance
    const before = { ...previous, reached: previous.accepted }
    const rows = [
      ...steps.map(({ from, to, ...counts }) => ({
        of: [step, translate(statusTypes[from].label), translate(statusTypes[to].label)],
        counts,
      })),
      { of: [whole, translate(statusTypes.lead.label), translate(statusTypes.hired.label)], counts: overall },
      { of: [offers, null, null], counts: { ...offer, reached: accepted, previous: before } },
    ]
    return {
      name: t`Conversion by stage`,
      columns: [
        { header: t`Metric` },
        { header: t`From stage` },
        { header: t`To stage` },
        { header: t`Applications`, isNumber: true },
        { header: t`Reached`, isNumber: true },
        { header: t`Rate`, isNumber: true },
        { header: t`Applications, previous period`, isNumber: true },
        { header: t`Reached, previous period`, isNumber: true },
        { header: t`Rate, previous period`, isNumber: true },
      ],
      rows: rows.map(({ of, counts: { n, reached, rate, previous } }) => [
        ...of,
        n,
        reached,
        rate,
        previous.n,
        previous.reached,
        previous.rate,
      ]),
      definitions: [
        [step, 'stageConversion'],
        [whole, 'overallConversion'],
        [offers, 'offerAcceptance'],
        [t`Previous period`, 'comparison'],
      ],
    }
  },
)
