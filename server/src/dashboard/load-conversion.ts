import { funnelTypes, type StatusType, statusTypeRank } from '@muster/contract/status-types.ts'
import { sql } from 'kysely'
import type { Database } from '../database/connect.ts'
import type { Actor } from '../session/actor.ts'
import { askFacts, bucketOfFact, freshInBucket, reportFacts } from './report-facts.ts'
import type { ReportPeriod, ReportQuery } from './report-period.ts'
import { partOf } from './spread.ts'
import { type FactSum, sumFacts, total } from './sum-facts.ts'

/** How many came to each type or further, by its rank. */
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

/** The same rates in each bucket, so that one sees where they go. */
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

/** From each type to the next, to a hire, and what became of offers; each beside the period before. */
export async function loadConversion(db: Database, actor: Actor, query: ReportQuery, period: ReportPeriod) {
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
