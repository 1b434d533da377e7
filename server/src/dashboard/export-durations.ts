import * as contract from '@muster/contract/reports.ts'
import { statusTypes } from '@muster/contract/status-types.ts'
import { t, translate } from '#texts'
import { exportReport } from './export-report.ts'
import { loadDurations } from './load-durations.ts'

interface Spread {
  n: number
  median: number | null
  p90: number | null
}

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
        { header: t`Counted`, isNumber: true },
        { header: t`Median days`, isNumber: true },
        { header: t`90 % within days`, isNumber: true },
        { header: t`Applications`, isNumber: true },
        { header: t`Counted, period before`, isNumber: true },
        { header: t`Median days, period before`, isNumber: true },
        { header: t`90 % within days, period before`, isNumber: true },
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
        [t`Median days`, 'daysRounded'],
        [t`Period before`, 'comparison'],
      ],
    }
  },
)
