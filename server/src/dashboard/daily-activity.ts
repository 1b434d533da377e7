import * as contract from '@muster/contract/dashboard.ts'
import { sql } from 'kysely'
import { t } from '#texts'
import type { Database } from '../database/connect.ts'
import type { Figure } from '../facts/figures.ts'
import { handler } from '../http/handler.ts'
import type { Actor } from '../session/actor.ts'
import { exportReport } from './export-report.ts'
import { askFacts, bucketOfFact, freshInBucket, reportFacts } from './report-facts.ts'
import { presentPeriod, type ReportPeriod, type ReportQuery, resolvePeriod } from './report-period.ts'

/** Returns the activity of each bucket, empty ones included. */
async function loadActivity(db: Database, actor: Actor, query: ReportQuery, period: ReportPeriod) {
  const facts = reportFacts(actor, query, period, {
    figures: ['createdByReached', 'entered', 'moved', 'calls'],
  })
  const rows = await askFacts(db, facts, {
    ask: (relation) => sql<{ bucket: string; figure: Figure; label: string; n: number }>`
      select ${bucketOfFact(period)} as bucket, f.figure,
        case f.figure when 'createdByReached' then '' else f.label end as label,
        sum(f.n)::float8 as n
      from (${relation}) as f
      where ${freshInBucket(period)}
      group by 1, 2, 3
    `,
    counts: ['n'],
  })
  const found = new Map(rows.map(({ bucket, figure, label, n }) => [`${bucket} ${figure} ${label}`, n]))
  return period.buckets.map(({ day, at }) => {
    const count = (figure: Figure, label = '') => found.get(`${day} ${figure} ${label}`) ?? 0
    return {
      at,
      applications: count('createdByReached'),
      calls: count('calls', 'placed'),
      conversations: count('calls', 'conversations'),
      moves: count('moved'),
      hired: count('entered', 'hired'),
    }
  })
}

export const getDailyActivity = handler(contract.getDailyActivity, async ({ tx, actor, query }) => {
  const period = await resolvePeriod(tx, actor, query)
  return { period: presentPeriod(period), items: await loadActivity(tx, actor, query, period) }
})

export const exportDailyActivity = exportReport(
  contract.exportDailyActivity,
  'daily-activity',
  async ({ tx, actor, query }, period) => {
    const items = await loadActivity(tx, actor, query, period)
    return {
      name: t`Daily activity`,
      columns: [
        { header: t`From`, isDay: true },
        { header: t`Calls placed`, isNumber: true },
        { header: t`Conversations`, isNumber: true },
        { header: t`New applications`, isNumber: true },
        { header: t`Moved`, isNumber: true },
        { header: t`Hired`, isNumber: true },
      ],
      rows: items.map(({ at, calls, conversations, applications, moves, hired }) => [
        at,
        calls,
        conversations,
        applications,
        moves,
        hired,
      ]),
      definitions: [
        [t`Calls placed`, 'callStatuses'],
        [t`Conversations`, 'conversationsPlaced'],
        [t`New applications`, 'newApplications'],
        [t`Moved`, 'moves'],
        [t`Hired`, 'hired'],
      ],
    }
  },
)
