import * as contract from '@muster/contract/reports.ts'
import { statusTypes } from '@muster/contract/status-types.ts'
import { t, translate } from '#texts'
import { exportReport } from './export-report.ts'
import { loadConversion } from './load-conversion.ts'

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
        { header: t`Figure` },
        { header: t`From type` },
        { header: t`To type` },
        { header: t`Applications`, isNumber: true },
        { header: t`Of them came to it`, isNumber: true },
        { header: t`Rate`, isNumber: true },
        { header: t`Applications, period before`, isNumber: true },
        { header: t`Of them came to it, period before`, isNumber: true },
        { header: t`Rate, period before`, isNumber: true },
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
        [t`Period before`, 'comparison'],
      ],
    }
  },
)
