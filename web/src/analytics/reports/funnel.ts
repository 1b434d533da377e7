import { msg, t } from '@lingui/core/macro'
import type { ResponseOf } from '@muster/contract/endpoint.ts'
import type { ReportFigure } from '@muster/contract/report-rows.ts'
import { exportProspectConversionFunnel, getProspectConversionFunnel } from '@muster/contract/reports.ts'
import type { StatusType } from '@muster/contract/status-types.ts'
import { statusTypeLabels } from '../../texts/contract-words.ts'
import { formatNumber } from '../../ui/format.ts'
import type { BarChart } from '../charts/chart.ts'
import { baseText, define, rateText, report } from './report.ts'

type Step = ResponseOf<typeof getProspectConversionFunnel>['reached'][number]

function reading(
  key: string,
  title: string,
  steps: readonly Step[],
  counts: (type: StatusType) => ReportFigure,
): Pick<BarChart, 'kind' | 'key' | 'span' | 'title' | 'heads' | 'scale' | 'bars'> {
  const ofBefore = steps.some(({ stepRate }) => stepRate !== null)
  const ofAll = steps.some(({ overallRate }) => overallRate !== null)
  return {
    kind: 'bars',
    key,
    span: 2,
    title,
    heads: {
      label: t`Type`,
      figure: t`Applications`,
      notes: [...(ofBefore ? [t`of before`] : []), ...(ofAll ? [t`of all`] : [])],
    },
    scale: 'applications',
    bars: steps.map(({ type, count, stepRate, overallRate }) => ({
      key: type,
      label: t(statusTypeLabels[type]),
      type,
      value: count,
      figure: { text: formatNumber(count), counts: counts(type) },
      notes: [
        ...(ofBefore ? [{ text: stepRate === null ? '' : rateText(stepRate) }] : []),
        ...(ofAll ? [{ text: rateText(overallRate) }] : []),
      ],
    })),
  }
}

/** The funnel in its three readings, which count different things and say so. */
export const funnel = report({
  key: 'funnel',
  title: msg`From lead to hire`,
  definitions: ['funnelReached', 'funnelEntered', 'funnelCurrent'],
  endpoint: getProspectConversionFunnel,
  export: exportProspectConversionFunnel,
  isEmpty: ({ total, entered }) => total === 0 && entered.every(({ count }) => count === 0),
  charts: ({ total, reached, entered, current }) => [
    {
      ...reading('reached', t`Reached: how far they came`, reached, (type) => ({ counts: 'reached', type })),
      definition: define('funnelReached'),
      base: { text: baseText(total), counts: { counts: 'created' } },
    },
    {
      ...reading('current', t`Current: where they are now`, current, (type) => ({ counts: 'created', type })),
      definition: define('funnelCurrent'),
      base: { text: baseText(total), counts: { counts: 'created' } },
    },
    {
      ...reading('entered', t`Entered: what happened in the period`, entered, (type) => ({
        counts: 'entered',
        type,
      })),
      definition: define('funnelEntered'),
    },
  ],
})
