import { fewestToCompare, type Measure } from '@muster/contract/measures.ts'
import * as contract from '@muster/contract/source-costs.ts'
import { t } from '#texts'
import { invalid } from '../app-error.ts'
import { exportReport } from '../dashboard/export-report.ts'
import {
  presentPeriod,
  type ReportPeriod,
  type ReportQuery,
  resolvePeriod,
} from '../dashboard/report-period.ts'
import type { Database } from '../database/connect.ts'
import { countCells } from '../explore/count-cells.ts'
import { withoutKey } from '../facts/groupings.ts'
import { handler } from '../http/handler.ts'
import { assertSeesCosts } from '../policies/source-cost-policy.ts'
import type { Actor } from '../session/actor.ts'
import { fractionDigits } from '../texts/format.ts'
import { type Cost, findMonthsWithoutCosts, sumCallCosts, sumEnteredCosts } from './sum-costs.ts'

/** What costs are divided by: measures of Explore, so that they are counted once. */
const outcomes = ['conversations', 'qualified', 'hired'] as const satisfies readonly Measure[]

type Outcome = (typeof outcomes)[number]

const wholeOnly = ['companyId', 'positionId', 'ownerId', 'agentId'] as const

/** @throws VALIDATION for filters that divide sources, of which nobody knows the costs */
function checkFilters(query: ReportQuery): void {
  for (const name of wholeOnly)
    if (query[name]?.length)
      throw invalid(
        name,
        t`Costs are known for whole sources only. Remove the filters by company, position, owner and agent.`,
      )
}

/** Returns how often an outcome happened in the period, by source. */
async function countOutcome(
  db: Database,
  actor: Actor,
  measure: Outcome,
  period: ReportPeriod,
  source: string[] | undefined,
): Promise<Map<string | null, number>> {
  const asked = {
    measure,
    summary: null,
    by: ['source'] as const,
    filters: { source },
    period,
    compares: false,
  }
  const { cells } = await countCells(db, actor, asked, [null])
  return new Map(
    cells
      .filter(({ others1 }) => typeof others1 === 'boolean')
      .map(({ key1, n }) => [key1 === withoutKey ? null : (key1 ?? null), n]),
  )
}

interface Sum {
  minor: number
  currency: string
}

/** Adds up amounts by currency. */
function addUp(costs: readonly Sum[]): Sum[] {
  const found = new Map<string, number>()
  for (const { minor, currency } of costs) found.set(currency, (found.get(currency) ?? 0) + minor)
  return [...found]
    .map(([currency, minor]) => ({ minor, currency }))
    .sort((one, other) => (one.currency < other.currency ? -1 : 1))
}

function costPer(total: readonly Sum[], n: number) {
  return {
    n,
    isFew: n < fewestToCompare,
    amounts: n === 0 ? [] : total.map(({ minor, currency }) => ({ minor: Math.round(minor / n), currency })),
  }
}

function figuresOf(entered: readonly Sum[], calls: readonly Sum[], counts: Record<Outcome, number>) {
  const total = addUp([...entered, ...calls])
  return {
    entered: addUp(entered),
    calls: addUp(calls),
    total,
    perConversation: costPer(total, counts.conversations),
    perQualified: costPer(total, counts.qualified),
    perHire: costPer(total, counts.hired),
  }
}

type Figures = ReturnType<typeof figuresOf>

/** The most expensive first, by the currency in which most was paid, then by the next one. */
function compareCosts(currencies: readonly string[]) {
  const paid = ({ total }: Figures, currency: string) =>
    total.find((each) => each.currency === currency)?.minor ?? Number.NEGATIVE_INFINITY
  return (one: Figures & { source: string | null }, other: Figures & { source: string | null }) => {
    for (const currency of currencies) {
      const [here, there] = [paid(one, currency), paid(other, currency)]
      if (here !== there) return there > here ? 1 : -1
    }
    return (one.source ?? '') < (other.source ?? '') ? -1 : 1
  }
}

async function loadCosts(db: Database, actor: Actor, query: ReportQuery, period: ReportPeriod) {
  assertSeesCosts(actor)
  checkFilters(query)
  const source = query.source?.length ? query.source : undefined
  const entered = await sumEnteredCosts(db, actor.workspaceId, period, source)
  const calls = await sumCallCosts(db, actor.workspaceId, period, source)
  const counted = new Map<Outcome, Map<string | null, number>>()
  for (const outcome of outcomes) counted.set(outcome, await countOutcome(db, actor, outcome, period, source))
  const countsOf = (count: (of: Map<string | null, number>) => number) =>
    Object.fromEntries(outcomes.map((each) => [each, count(counted.get(each)!)])) as Record<Outcome, number>
  const all = (of: Map<string | null, number>) => of.values().reduce((sum, n) => sum + n, 0)
  const total = figuresOf(entered, calls, countsOf(all))
  const of = (costs: readonly Cost[], name: string | null) => costs.filter((cost) => cost.source === name)
  const names = new Set([
    ...[...entered, ...calls].map((cost) => cost.source),
    ...counted.values().flatMap((each) => each.keys()),
  ])
  const currencies = [...total.total].sort((one, other) => other.minor - one.minor)
  const items = [...names]
    .map((name) => ({
      source: name,
      ...figuresOf(
        of(entered, name),
        of(calls, name),
        countsOf((each) => each.get(name) ?? 0),
      ),
    }))
    .sort(compareCosts(currencies.map(({ currency }) => currency)))
  return { total, items }
}

export const getCostsBySource = handler(contract.getCostsBySource, async ({ tx, actor, query }) => {
  const period = await resolvePeriod(tx, actor, query)
  const { total, items } = await loadCosts(tx, actor, query, period)
  return {
    period: presentPeriod(period),
    sourceCount: items.length,
    total,
    monthsWithoutCosts: await findMonthsWithoutCosts(tx, actor.workspaceId, period, query.source),
    items: items.slice(0, query.limit),
  }
})

/** Returns the amount in a currency as files have it, in its main unit. */
function amountIn(sums: readonly Sum[], currency: string | null): number | null {
  const found = sums.find((sum) => sum.currency === currency)
  return found ? found.minor / 10 ** fractionDigits(found.currency) : null
}

export const exportCostsBySource = exportReport(
  contract.exportCostsBySource,
  'costs-by-source',
  async ({ tx, actor, query }, period) => {
    const { items } = await loadCosts(tx, actor, query, period)
    return {
      name: t`Costs by source`,
      columns: [
        { header: t`Source` },
        { header: t`Currency` },
        { header: t`Source costs`, isNumber: true },
        { header: t`Call costs`, isNumber: true },
        { header: t`Costs`, isNumber: true },
        { header: t`Conversations`, isNumber: true },
        { header: t`Cost per conversation`, isNumber: true },
        { header: t`Qualified`, isNumber: true },
        { header: t`Cost per qualified application`, isNumber: true },
        { header: t`Hires`, isNumber: true },
        { header: t`Cost per hire`, isNumber: true },
      ],
      rows: items.flatMap(({ source, entered, calls, total, ...per }) =>
        (total.length > 0 ? total.map(({ currency }) => currency) : [null]).map((currency) => [
          source ?? t`No source`,
          currency,
          amountIn(entered, currency),
          amountIn(calls, currency),
          amountIn(total, currency),
          ...[per.perConversation, per.perQualified, per.perHire].flatMap(({ n, amounts }) => [
            n,
            amountIn(amounts, currency),
          ]),
        ]),
      ),
      definitions: [
        [t`Costs`, 'costsBySource'],
        [t`Cost per conversation, qualified application and hire`, 'costPerOutcome'],
        [t`Conversations`, 'conversationsPlaced'],
        [t`Qualified`, 'qualified'],
        [t`Hires`, 'hired'],
      ],
    }
  },
)
