import * as contract from '@muster/contract/reports.ts'
import { statusTypes } from '@muster/contract/status-types.ts'
import { t, translate } from '#texts'
import { exportReport } from './export-report.ts'
import { loadFunnel } from './get-prospect-conversion-funnel.ts'

export const exportProspectConversionFunnel = exportReport(
  contract.exportProspectConversionFunnel,
  'prospect-conversion-funnel',
  async ({ tx, actor, query }, period) => {
    const funnel = await loadFunnel(tx, actor, query, period)
    const readings = [
      [t`Current stage`, funnel.current, 'funnelCurrent'],
      [t`Entered in the period`, funnel.entered, 'funnelEntered'],
      [t`Furthest stage reached`, funnel.reached, 'funnelReached'],
    ] as const
    return {
      name: t`Conversion funnel`,
      columns: [
        { header: t`Reading` },
        { header: t`Status type` },
        { header: t`Applications`, isNumber: true },
        { header: t`Part of the type before`, isNumber: true },
        { header: t`Part of all created`, isNumber: true },
      ],
      rows: readings.flatMap(([reading, steps]) =>
        steps.map(({ type, count, stepRate, overallRate }) => [
          reading,
          translate(statusTypes[type].label),
          count,
          stepRate,
          overallRate,
        ]),
      ),
      definitions: [
        ...readings.map(([reading, , definition]) => [reading, definition] as const),
        [t`Part of the type before`, 'stageConversion'],
      ],
    }
  },
)
