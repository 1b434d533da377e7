import { dispositionKeys } from '@muster/contract/dispositions.ts'
import { funnelTypes, statusTypeRank } from '@muster/contract/status-types.ts'
import type { Database } from '../database/connect.ts'
import type { Actor } from '../session/actor.ts'
import { hadOffer, metric, offerDecisions } from './report-metrics.ts'
import type { ReportPeriod, ReportQuery } from './report-period.ts'
import { partOf } from './spread.ts'
import { type FactSum, sumFacts, total } from './sum-facts.ts'

const hired = dispositionKeys.indexOf('hired')

/** How many came to each type or further, by its rank. */
export function reachedAtLeast(rows: readonly FactSum[]): number[] {
  const created = rows.filter((row) => row.metric === metric.createdByReached)
  return funnelTypes.map((_, rank) => total(created.filter(({ a }) => a >= rank)))
}

function conversion(counts: readonly number[], from: number, to: number) {
  const [n, reached] = [counts[from]!, counts[to]!]
  return { n, reached, rate: partOf(reached, n) }
}

function acceptance(rows: readonly FactSum[]) {
  const offers = rows.filter(
    (row) => row.metric === metric.ended && row.b >= hadOffer && offerDecisions.includes(row.a),
  )
  const n = total(offers)
  const accepted = total(offers, { a: hired })
  return { n, accepted, rate: partOf(accepted, n) }
}

/** From each type to the next, to a hire, and what became of offers; each beside the period before. */
export async function loadConversion(db: Database, actor: Actor, query: ReportQuery, period: ReportPeriod) {
  const rows = await sumFacts(db, actor, query, period, {
    metrics: [metric.createdByReached, metric.ended],
    previous: true,
    columns: ['a', 'b'],
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
  }
}
