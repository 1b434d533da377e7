import { msg, t } from '@lingui/core/macro'
import { exportConversionRate, getConversionRate } from '@muster/contract/reports.ts'
import { statusTypeLabels } from '../../texts/contract-words.ts'
import { formatNumber } from '../../ui/format.ts'
import { define, rateText, report } from './report.ts'

function ofText(part: number, n: number): string {
  const [some, all] = [formatNumber(part), formatNumber(n)]
  return t`${some} of ${all}`
}

/** From each type to the next, to a hire, and what became of offers. */
export const conversion = report({
  key: 'conversion',
  title: msg`Conversion by type`,
  definitions: ['stageConversion', 'overallConversion', 'offerAcceptance', 'comparison'],
  endpoint: getConversionRate,
  export: exportConversionRate,
  isEmpty: ({ overall, offerAcceptance }) => overall.n + offerAcceptance.n === 0,
  charts: ({ steps, overall, offerAcceptance }) => [
    {
      kind: 'bars',
      key: 'steps',
      span: 4,
      title: t`Step by step`,
      definition: define('stageConversion'),
      heads: { label: t`Step`, figure: t`Rate`, notes: [t`Reached`, t`before`] },
      scale: 'rate',
      bars: steps.map(({ from, to, n, reached, rate, previous }) => {
        const [before, after] = [t(statusTypeLabels[from]), t(statusTypeLabels[to])]
        return {
          key: to,
          label: t`${before} to ${after}`,
          type: to,
          value: rate,
          figure: { text: rateText(rate), counts: { counts: 'reached', type: to } },
          notes: [
            { text: ofText(reached, n), counts: { counts: 'reached', type: from } },
            { text: rateText(previous.rate) },
          ],
        }
      }),
    },
    {
      kind: 'figures',
      key: 'overall',
      span: 2,
      heads: { label: t`Rate`, figure: t`Value`, note: t`Of` },
      items: [
        {
          key: 'overall',
          label: t`Lead to hire`,
          definition: define('overallConversion'),
          figure: { text: rateText(overall.rate), counts: { counts: 'reached', type: 'hired' } },
          note: ofText(overall.reached, overall.n),
        },
        {
          key: 'offers',
          label: t`Offer acceptance`,
          definition: define('offerAcceptance'),
          figure: { text: rateText(offerAcceptance.rate), counts: { counts: 'offers', accepted: true } },
          note: ofText(offerAcceptance.accepted, offerAcceptance.n),
        },
      ],
    },
  ],
})
