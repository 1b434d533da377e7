import { msg, plural, t } from '@lingui/core/macro'
import { exportCallAttempts, getCallAttempts } from '@muster/contract/voice-reports.ts'
import { formatDecimal, formatNumber } from '../../ui/format.ts'
import { baseText, define, hoursText, rateText, report } from './report.ts'

/** The calls needed to reach somebody, and the time to the first call. */
export const attempts = report({
  key: 'attempts',
  title: msg`Call attempts and time to first call`,
  definitions: ['attemptsPerContact', 'hoursToFirstCall', 'daysRounded'],
  endpoint: getCallAttempts,
  export: exportCallAttempts,
  isEmpty: ({ attemptsPerContact, hoursToFirstCall }) => attemptsPerContact.n + hoursToFirstCall.n === 0,
  charts: ({ attemptsPerContact: { n, median, mean, distribution }, hoursToFirstCall }) => {
    const [average, contacted] = [mean === null ? '–' : formatDecimal(mean), baseText(n)]
    const [most, called] = [hoursText(hoursToFirstCall.p90), baseText(hoursToFirstCall.n)]
    return [
      {
        kind: 'figures',
        key: 'figures',
        span: 6,
        headers: { label: t`Metric`, figure: t`Median`, note: t`Details` },
        items: [
          {
            key: 'attempts',
            label: t`Attempts per contact (median)`,
            definition: define('attemptsPerContact'),
            figure: {
              text: median === null ? '–' : formatNumber(median),
              counts: { counts: 'firstSpoken' },
            },
            note: t`mean ${average} · ${contacted}`,
          },
          {
            key: 'hours',
            label: t`Hours to first call (median)`,
            definition: `${define('hoursToFirstCall')}. ${define('daysRounded')}.`,
            figure: { text: hoursText(hoursToFirstCall.median), counts: { counts: 'firstCalled' } },
            note: t`90% within ${most} · ${called}`,
          },
        ],
      },
      {
        kind: 'bars',
        key: 'distribution',
        span: 6,
        title: t`Calls to first conversation`,
        definition: define('attemptsPerContact'),
        base: { text: contacted, counts: { counts: 'firstSpoken' } },
        headers: { label: t`Calls`, figure: t`Applications`, notes: [t`% of total`] },
        scale: 'contacts',
        bars: distribution.map(({ attempts: calls, count }) => ({
          key: String(calls),
          label: calls === 0 ? t`Candidate called first` : plural(calls, { one: '# call', other: '# calls' }),
          value: count,
          quiet: calls === 0,
          figure: { text: formatNumber(count), counts: { counts: 'firstSpoken', attempts: calls } },
          notes: [{ text: rateText(n > 0 ? count / n : null) }],
        })),
      },
    ]
  },
})
