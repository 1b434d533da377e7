import * as contract from '@muster/contract/dashboard.ts'
import { t } from '#texts'
import { exportReport } from './export-report.ts'
import { loadActivity } from './load-activity.ts'

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
