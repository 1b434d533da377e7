import { msg, plural, t } from '@lingui/core/macro'
import { exportSourceEffectiveness, getSourceEffectiveness } from '@muster/contract/reports.ts'
import { formatNumber } from '../../ui/format.ts'
import { baseText, daysText, define, moreText, rateText, report } from './report.ts'

/** The applications and outcomes of each source. */
export const sources = report({
  key: 'sources',
  title: msg`Source performance`,
  definitions: ['sourceEffectiveness', 'timeToHire'],
  endpoint: getSourceEffectiveness,
  export: exportSourceEffectiveness,
  isEmpty: ({ items }) => items.length === 0,
  charts: ({ items, sourceCount, total }) => [
    {
      kind: 'bars',
      key: 'sources',
      span: 6,
      title: t`By source`,
      definition: define('sourceEffectiveness'),
      base: { text: baseText(total), counts: { counts: 'created' } },
      more: moreText(items.length, sourceCount),
      headers: {
        label: t`Source`,
        figure: t`Applications`,
        notes: [t`Qualified`, t`Submitted`, t`Hired so far`, t`Rate`, t`Days to hire (median)`],
      },
      scale: 'applications',
      bars: items.map(({ source, applications, reached, hired, rate, daysToHire }) => {
        const countOf = (type: 'qualified' | 'submitted') => ({
          text: formatNumber(reached.find((each) => each.type === type)?.count ?? 0),
          counts: { counts: 'reached', type, source } as const,
        })
        const days = daysText(daysToHire.median)
        const of = plural(daysToHire.n, { one: '# hire', other: '# hires' })
        return {
          key: source ?? '',
          label: source ?? t`No source`,
          value: applications,
          quiet: source === null,
          figure: { text: formatNumber(applications), counts: { counts: 'reached', type: 'lead', source } },
          notes: [
            countOf('qualified'),
            countOf('submitted'),
            { text: formatNumber(hired), counts: { counts: 'reached', type: 'hired', source } },
            { text: rateText(rate) },
            { text: `${days} · ${of}`, counts: { counts: 'lastHired', source } },
          ],
        }
      }),
    },
  ],
})
