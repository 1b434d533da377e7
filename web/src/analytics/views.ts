import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { AnalyticsView } from './analytics-search.ts'
import { activity } from './reports/activity.ts'
import { attempts } from './reports/attempts.ts'
import { callStatuses } from './reports/call-statuses.ts'
import { conversion } from './reports/conversion.ts'
import { costs } from './reports/costs.ts'
import { declinedReasons } from './reports/declined.ts'
import { dispositions } from './reports/dispositions.ts'
import { durations } from './reports/durations.ts'
import { funnel } from './reports/funnel.ts'
import { leads } from './reports/leads.ts'
import { outcomes } from './reports/outcomes.ts'
import { callRates, hireTimes } from './reports/rates-over-time.ts'
import type { Report } from './reports/report.ts'
import { sources } from './reports/sources.ts'

/** The views of analytics, each with an address. Goals have a page of their own, which no period or filter changes. */
export const views: Record<AnalyticsView, { label: MessageDescriptor; reports: readonly Report[] }> = {
  funnel: { label: msg`Funnel`, reports: [funnel, conversion, leads] },
  activity: { label: msg({ message: 'Activity', context: 'report' }), reports: [activity] },
  endings: { label: msg`Outcomes`, reports: [dispositions, declinedReasons] },
  sources: { label: msg`Sources`, reports: [sources, costs] },
  times: { label: msg`Time to hire`, reports: [durations, hireTimes] },
  calls: { label: msg`Calls`, reports: [callStatuses, callRates, outcomes, attempts] },
  goals: { label: msg`Goals and forecast`, reports: [] },
}
