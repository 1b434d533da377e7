import { i18n, type MessageDescriptor } from '@lingui/core'
import { t } from '@lingui/core/macro'
import type { AnyEndpoint, ResponseOf } from '@muster/contract/endpoint.ts'
import { type MetricDefinition, metricDefinitions } from '@muster/contract/metric-definitions.ts'
import type { Permission } from '@muster/contract/permissions.ts'
import { firstReportRows, maxReportRows } from '@muster/contract/report-query.ts'
import { formatDecimal, formatNumber, formatPercent } from '../../ui/format.ts'
import type { Chart } from '../charts/chart.ts'

/** A report: the endpoint it reads, and how the response is shown. */
export interface Report {
  key: string
  title: MessageDescriptor
  definitions: readonly MetricDefinition[]
  endpoint: AnyEndpoint
  /** Shows one chart at a time, with a switch of their titles. */
  switches?: true
  /** Reads weeks instead of days where the period has enough of them, since rates of days are mostly chance. */
  inWeeks?: true
  /** Independent of the period, so periods are not compared. */
  ofNow?: true
  /** Where those who may change what it is computed from do so. */
  source?: { label: MessageDescriptor; to: '/settings/source-costs'; needs: Permission }
  /** The endpoint of the export, which has a sheet with filters and definitions; none for figures exported elsewhere. */
  export?: AnyEndpoint
  // biome-ignore lint/suspicious/noExplicitAny: `report` checks it against the endpoint's response
  charts: (data: any) => readonly Chart[]
  // biome-ignore lint/suspicious/noExplicitAny: as above
  isEmpty: (data: any) => boolean
}

/** Declares a report. Its functions are checked against the response of its endpoint. */
export function report<E extends AnyEndpoint>(
  declaration: Omit<Report, 'endpoint' | 'charts' | 'isEmpty'> & {
    endpoint: E
    charts: (data: ResponseOf<E>) => readonly Chart[]
    isEmpty: (data: ResponseOf<E>) => boolean
  },
): Report {
  return declaration
}

/** Returns the definition of a metric in the language of the screen. */
export function define(key: MetricDefinition): string {
  return i18n._(metricDefinitions[key])
}

/** Formats a rate, or a dash without data. */
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

/** Below this, a rate is mostly chance. */
export const fewest = 10

/** Formats the base of a figure: "n 94". */
export function baseText(n: number): string {
  const count = formatNumber(n)
  return t`of ${count}`
}

/** States how many bars of a ranked report are shown, if not all. */
export function shownText(shown: number, all: number): string {
  const [some, count] = [formatNumber(shown), formatNumber(all)]
  return t`${some} of ${count}`
}

/**
 * Returns the label of the button that shows all or only the first bars, or undefined if they are the same.
 */
export function moreText(shown: number, all: number): string | undefined {
  if (all <= firstReportRows) return undefined
  if (shown > firstReportRows) return t`Show the first ${firstReportRows}`
  const many = formatNumber(Math.min(all, maxReportRows))
  return all > maxReportRows ? t`Show the first ${many}` : t`Show all ${many}`
}
