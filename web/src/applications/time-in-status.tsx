import { Trans } from '@lingui/react/macro'
import { Age } from '../ui/age.tsx'
import { formatNumber } from '../ui/format.ts'

interface TimeInStatusProps {
  since: string
  dueAt: string | null
  limitDays: number | null
}

/** The time in the current status, and its limit. */
export function TimeInStatus({ since, dueAt, limitDays }: TimeInStatusProps) {
  if (limitDays === null) {
    return (
      <Trans>
        for <Age since={since} dueAt={dueAt} />
      </Trans>
    )
  }
  const limit = formatNumber(limitDays)
  return (
    <Trans>
      for <Age since={since} dueAt={dueAt} />, {limit}-day limit
    </Trans>
  )
}
