import type { ExploreAddress } from '@muster/contract/explore-address.ts'
import { periodOf } from '@muster/contract/report-days.ts'
import { t } from '#texts'
import { formatMoment } from '../texts/format.ts'

/** Returns the period as it was chosen and from when to when that is: "Last 7 days: Nov 2, 2025, 12:00 AM – …". */
export function periodInWords(
  address: ExploreAddress,
  { from, to, timezone }: { from: string; to: string; timezone: string },
): string {
  const span = `${formatMoment(from, timezone)} – ${formatMoment(to, timezone)} (${timezone})`
  const names = {
    '7': t`Last 7 days`,
    '28': t`Last 28 days`,
    '90': t`Last 90 days`,
    '365': t`Last 365 days`,
    week: t`This week`,
    month: t`This month`,
    quarter: t`This quarter`,
    year: t`This year`,
  }
  const period = periodOf(address)
  return period === 'own' ? span : `${names[period]}: ${span}`
}
