import { t } from '@lingui/core/macro'
import { formatDaysIn } from './format-days-in.ts'

interface ComparedWithProps {
  period: { previousFrom: string; previousTo: string; timezone: string }
}

/** The days of the period before; pointed at, to the minute. */
export function ComparedWith({ period: { previousFrom, previousTo, timezone } }: ComparedWithProps) {
  const days = formatDaysIn(previousFrom, previousTo, timezone)
  const exactly = formatDaysIn(previousFrom, previousTo, timezone, { hour: 'numeric', minute: 'numeric' })
  return <span title={exactly}>{t`vs ${days}`}</span>
}
