import * as contract from '@muster/contract/voice-reports.ts'
import { t, translate } from '#texts'
import { callLabels } from '../calls/call-labels.ts'
import { exportReport } from './export-report.ts'
import { loadAgentOutcomes } from './load-outcomes.ts'
import { partOf } from './spread.ts'

export const exportConversionOutcomes = exportReport(
  contract.exportConversionOutcomes,
  'conversion-outcomes',
  async ({ tx, actor, query }, period) => {
    const agents = await loadAgentOutcomes(tx, actor, query, period)
    return {
      name: t`Conversion outcomes`,
      columns: [
        { header: t`Agent` },
        { header: t`Kind` },
        { header: t`Outcome` },
        { header: t`Conversations`, isNumber: true },
        { header: t`Calls placed`, isNumber: true },
        { header: t`Calls answered`, isNumber: true },
        { header: t`People spoken with`, isNumber: true },
        { header: t`Of them qualified or beyond`, isNumber: true },
        { header: t`Conversion rate`, isNumber: true },
      ],
      rows: agents.flatMap(({ agent, outcomes, placed, answered, spokenWith, converted }) => {
        const who = [agent?.name ?? t`No agent recorded`, agent && translate(callLabels[agent.kind]!)]
        // What is said of an agent stands in its first row alone: a column that is added up must not count it twice.
        const whole = [placed, answered, spokenWith, converted, partOf(converted, spokenWith)]
        const rows = outcomes.length > 0 ? outcomes : [{ outcome: null, count: 0 }]
        return rows.map(({ outcome, count }, index) => [
          ...who,
          outcome ? translate(callLabels[outcome]!) : count > 0 ? t`No outcome recorded` : null,
          count,
          ...(index === 0 ? whole : whole.map(() => null)),
        ])
      }),
      definitions: [
        [t`Conversations`, 'voiceOutcomes'],
        [t`Conversion rate`, 'voiceConversion'],
      ],
    }
  },
)
