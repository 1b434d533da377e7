import { i18n, type MessageDescriptor } from '@lingui/core'
import { t } from '@lingui/core/macro'
import type { AnyEndpoint, ResponseOf } from '@muster/contract/endpoint.ts'
import { type MetricDefinition, metricDefinitions } from '@muster/contract/metric-definitions.ts'
import { firstReportRows, mostReportRows } from '@muster/contract/report-query.ts'
import { formatDecimal, formatNumber, formatPercent } from '../../ui/format.ts'
import type { Chart } from '../charts/chart.ts'

/** One subject of analytics: what it asks for and how its answer is shown. */
export interface Report {
  key: string
  title: MessageDescriptor
  definitions: readonly MetricDefinition[]
  endpoint: AnyEndpoint
  /** The same in any period: two of them are not compared. */
  ofNow?: true
  /** The server's file of it, with its filters and definitions on a sheet of their own. */
  export: AnyEndpoint
  // biome-ignore lint/suspicious/noExplicitAny: each report knows the answer of its own endpoint
  charts: (data: any) => readonly Chart[]
  // biome-ignore lint/suspicious/noExplicitAny: as above
  isEmpty: (data: any) => boolean
}

/** Declares a report, its functions checked against what its endpoint answers. */
export function report<E extends AnyEndpoint>(
  declaration: Omit<Report, 'endpoint' | 'charts' | 'isEmpty'> & {
    endpoint: E
    charts: (data: ResponseOf<E>) => readonly Chart[]
    isEmpty: (data: ResponseOf<E>) => boolean
  },
): Report {
  return declaration
}

/** What a figure counts, in the language of the screen. */
export function define(key: MetricDefinition): string {
  return i18n._(metricDefinitions[key])
}

/** A rate, or a dash of nothing. */
export function rateText(rate: number | null): string {
  return rate === null ? '–' : formatPercent(rate)
}

export function daysText(days: number | null): string {
  if (days === null) return '–'
  const figure = formatDecimal(days)
  return t({ message: `${figure} d`, comment: 'days, short' })
}

export function hoursText(hours: number | null): string {
  if (hours === null) return '–'
  const figure = formatDecimal(hours)
  return t({ message: `${figure} h`, comment: 'hours, short' })
}

/** "n 94": what a figure is of. */
export function baseText(n: number): string {
  const count = formatNumber(n)
  return t`n ${count}`
}

/** How many of how many bars of a ranked report are there, where these are not all. */
export function shownText(shown: number, all: number): string {
  const [some, count] = [formatNumber(shown), formatNumber(all)]
  return t`${some} of ${count}`
}

/** What shows all bars of a ranked report, or only the first again; nothing where these are the same. */
export function moreText(shown: number, all: number): string | undefined {
  if (all <= firstReportRows) return undefined
  if (shown > firstReportRows) return t`Show the first ${firstReportRows}`
  const many = formatNumber(Math.min(all, mostReportRows))
  return all > mostReportRows ? t`Show the first ${many}` : t`Show all ${many}`
}
