import { msg, plural, t } from '@lingui/core/macro'
import { exportCallStatuses, getCallStatuses } from '@muster/contract/voice-reports.ts'
import { endReasonLabels } from '../../calls/call-labels.ts'
import { formatNumber } from '../../ui/format.ts'
import { formatHour, formatWeekday } from '../charts/hours.ts'
import { baseText, define, rateText, report } from './report.ts'

/** With fewer calls, the rate of an hour is not meaningful. */
const few = 5

function ratesNote(some: number, all: number, before: number | null): string {
  const [part, whole, rate] = [formatNumber(some), formatNumber(all), rateText(before)]
  return t`${part} of ${whole} · was ${rate}`
}

/** The outcomes of calls, the people reached, and the hours in which they answer. */
export const callStatuses = report({
  key: 'calls',
  title: msg`Call results and answer rates`,
  definitions: ['callStatuses', 'connectionRate', 'contactRate', 'callsByHour', 'comparison'],
  endpoint: getCallStatuses,
  export: exportCallStatuses,
  isEmpty: ({ total }) => total === 0,
  charts: ({ total, endReasons, byHour, connection, contact }) => [
    {
      kind: 'figures',
      key: 'rates',
      span: 6,
      headers: { label: t`Rate`, figure: t`Value`, note: t`Details` },
      items: [
        {
          key: 'connection',
          label: t`Connection rate`,
          definition: define('connectionRate'),
          figure: { text: rateText(connection.rate), counts: { counts: 'calls', which: 'answered' } },
          note: ratesNote(connection.answered, connection.placed, connection.previous.rate),
        },
        {
          key: 'contact',
          label: t`Contact rate`,
          definition: define('contactRate'),
          figure: { text: rateText(contact.rate), counts: { counts: 'contactMade' } },
          note: ratesNote(contact.spoken, contact.called, contact.previous.rate),
        },
      ],
    },
    {
      kind: 'bars',
      key: 'endings',
      span: 6,
      title: t`Call results`,
      definition: define('callStatuses'),
      base: { text: baseText(total), counts: { counts: 'calls', which: 'placed' } },
      headers: { label: t`Result`, figure: t`Calls`, notes: [t`% of total`] },
      scale: 'endings',
      bars: endReasons.map(({ endReason, count, share }) => ({
        key: endReason ?? '',
        label: endReason ? t(endReasonLabels[endReason]) : t`In progress`,
        value: count,
        quiet: endReason === null,
        figure: { text: formatNumber(count), counts: { counts: 'calls', which: 'placed', endReason } },
        notes: [{ text: rateText(share) }],
      })),
    },
    {
      kind: 'hours',
      key: 'hours',
      span: 6,
      title: t`Connection rate by weekday and hour`,
      definition: define('callsByHour'),
      legend: t`Outlined: fewer than ${few} calls`,
      headers: {
        weekday: t`Weekday`,
        hour: t`Hour`,
        share: t`Connection rate`,
        placed: t`Calls`,
        answered: t`Answered`,
      },
      cells: byHour
        .filter(({ placed }) => placed > 0)
        .map(({ weekday, hour, placed, answered }) => ({
          weekday,
          hour,
          share: answered / placed,
          few: placed < few,
          words: {
            weekday: formatWeekday(weekday, 'long'),
            hour: formatHour(hour),
            share: rateText(answered / placed),
            of: plural(placed, { one: 'of # call', other: 'of # calls' }),
          },
          placed: {
            text: formatNumber(placed),
            counts: { counts: 'calls', which: 'placed', weekday, hour },
          },
          answered: {
            text: formatNumber(answered),
            counts: { counts: 'calls', which: 'answered', weekday, hour },
          },
        })),
    },
  ],
})
