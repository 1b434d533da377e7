import { msg, t } from '@lingui/core/macro'
import type { ResponseOf } from '@muster/contract/endpoint.ts'
import type { ReportFigure } from '@muster/contract/report-rows.ts'
import { exportProspectConversionFunnel, getProspectConversionFunnel } from '@muster/contract/reports.ts'
import type { StatusType } from '@muster/contract/status-types.ts'
import { statusTypeLabels } from '../../texts/contract-labels.ts'
import { formatNumber } from '../../ui/format.ts'
import type { BarChart } from '../charts/chart.ts'
import { baseText, define, rateText, report } from './report.ts'

type Step = ResponseOf<typeof getProspectConversionFunnel>['reached'][number]

function reading(
  key: string,
  title: string,
  steps: readonly Step[],
  counts: (type: StatusType) => ReportFigure,
): Pick<BarChart, 'kind' | 'key' | 'span' | 'title' | 'headers' | 'scale' | 'bars'> {
  const ofBefore = steps.some(({ stepRate }) => stepRate !== null)
  const ofAll = steps.some(({ overallRate }) => overallRate !== null)
  return {
    kind: 'bars',
    key,
    span: 6,
    title,
    headers: {
      label: t`Type`,
      figure: t`Applications`,
      notes: [...(ofBefore ? [t`from previous step`] : []), ...(ofAll ? [t`% of total`] : [])],
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

type Entered = ResponseOf<typeof getProspectConversionFunnel>['entered'][number]

const moved = (entered: readonly Entered[]) =>
  entered.map((step) => ({ ...step, count: step.count - step.imported }))

const movedTo = (type: StatusType): ReportFigure => ({ counts: 'entered', type, imported: false })

/** Adds a column with what imports brought to each stage, which the bars leave out. */
function withImports(chart: ReturnType<typeof reading>, entered: readonly Entered[]) {
  return {
    ...chart,
    headers: { ...chart.headers, figure: t`Moved or added`, notes: [t`Imported`] },
    bars: chart.bars.map((bar, index) => {
      const { type, imported } = entered[index]!
      const text = formatNumber(imported)
      return { ...bar, notes: [{ text, counts: { counts: 'entered', type, imported: true } as const }] }
    }),
  }
}

/** The funnel in three versions, which count different things and state it. */
export const funnel = report({
  key: 'funnel',
  title: msg`Hiring funnel`,
  definitions: ['funnelReached', 'funnelEntered', 'funnelImported', 'funnelCurrent'],
  switches: true,
  endpoint: getProspectConversionFunnel,
  export: exportProspectConversionFunnel,
  isEmpty: ({ total, entered }) => total === 0 && entered.every(({ count }) => count === 0),
  charts: ({ total, reached, entered, current }) => [
    {
      ...reading('reached', t`Furthest stage reached`, reached, (type) => ({ counts: 'reached', type })),
      definition: define('funnelReached'),
      base: { text: baseText(total), counts: { counts: 'created' } },
    },
    {
      ...reading('current', t`Current stage`, current, (type) => ({ counts: 'created', type })),
      definition: define('funnelCurrent'),
      base: { text: baseText(total), counts: { counts: 'created' } },
    },
    {
      ...withImports(reading('entered', t`Entered in this period`, moved(entered), movedTo), entered),
      definition: define('funnelEntered'),
    },
  ],
})
