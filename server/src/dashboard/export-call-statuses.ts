import * as contract from '@muster/contract/voice-reports.ts'
import { t, translate } from '#texts'
import { callLabels } from '../calls/call-labels.ts'
import { formatWeekday } from '../texts/format.ts'
import { exportReport } from './export-report.ts'
import { loadCallStatuses } from './load-call-statuses.ts'
import { partOf } from './spread.ts'

/** What each kind of row says; the others leave a cell empty. */
interface Row {
  figure: string
  endReason?: string
  weekday?: string
  hour?: number
  placed?: number
  answered?: number
  conversations?: number
  called?: number
  spoken?: number
  rate: number | null
  before?: number | null
}

export const exportCallStatuses = exportReport(
  contract.exportCallStatuses,
  'call-statuses',
  async ({ tx, actor, query }, period) => {
    const { endReasons, byHour, connection, contact } = await loadCallStatuses(tx, actor, query, period)
    const [connected, contacted] = [t`Connection rate`, t`Contact rate`]
    const [endings, hours] = [t`How calls ended`, t`When people answer`]
    const { placed, answered } = connection
    const { called, spoken } = contact
    const rows: Row[] = [
      { figure: connected, placed, answered, rate: connection.rate, before: connection.previous.rate },
      { figure: contacted, called, spoken, rate: contact.rate, before: contact.previous.rate },
      ...endReasons.map(({ endReason, count, share }) => ({
        figure: endings,
        endReason: endReason ? translate(callLabels[endReason]!) : t`In progress`,
        placed: count,
        rate: share,
      })),
      ...byHour.map(({ weekday, ...counts }) => ({
        figure: hours,
        weekday: formatWeekday(weekday),
        rate: partOf(counts.answered, counts.placed),
        ...counts,
      })),
    ]
    const columns: readonly [keyof Row, { header: string; isNumber?: boolean }][] = [
      ['figure', { header: t`Figure` }],
      ['endReason', { header: t`Ended as` }],
      ['weekday', { header: t`Weekday` }],
      ['hour', { header: t`Hour`, isNumber: true }],
      ['placed', { header: t`Calls placed`, isNumber: true }],
      ['answered', { header: t`Calls answered`, isNumber: true }],
      ['conversations', { header: t`Conversations`, isNumber: true }],
      ['called', { header: t`Applications called`, isNumber: true }],
      ['spoken', { header: t`Applications spoken with`, isNumber: true }],
      ['rate', { header: t`Rate`, isNumber: true }],
      ['before', { header: t`Rate, period before`, isNumber: true }],
    ]
    return {
      name: t`Call statuses`,
      columns: columns.map(([, column]) => column),
      rows: rows.map((row) => columns.map(([key]) => row[key] ?? null)),
      definitions: [
        [connected, 'connectionRate'],
        [contacted, 'contactRate'],
        [t`Period before`, 'comparison'],
        [endings, 'callStatuses'],
        [hours, 'callsByHour'],
      ],
    }
  },
)
