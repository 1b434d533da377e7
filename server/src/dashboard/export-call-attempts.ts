import * as contract from '@muster/contract/voice-reports.ts'
import { t } from '#texts'
import { exportReport } from './export-report.ts'
import { loadAttempts } from './load-attempts.ts'

export const exportCallAttempts = exportReport(
  contract.exportCallAttempts,
  'attempts',
  async ({ tx, actor, query }, period) => {
    const { attemptsPerContact, hoursToFirstCall } = await loadAttempts(tx, actor, query, period)
    const { n, median, mean, distribution } = attemptsPerContact
    const [attempts, hours] = [t`Attempts per contact`, t`Hours to the first call`]
    return {
      name: t`Attempts and hours to the first call`,
      columns: [
        { header: t`Figure` },
        { header: t`Attempts`, isNumber: true },
        { header: t`Applications`, isNumber: true },
        { header: t`Median`, isNumber: true },
        { header: t`Mean`, isNumber: true },
        { header: t`90 % within`, isNumber: true },
      ],
      rows: [
        [attempts, null, n, median, mean, null],
        [hours, null, hoursToFirstCall.n, hoursToFirstCall.median, null, hoursToFirstCall.p90],
        // Under a name of their own: they add up to the first row.
        ...distribution.map(({ attempts, count }) => [
          t`First conversation after this many attempts`,
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
