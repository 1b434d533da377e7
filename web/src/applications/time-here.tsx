import { Trans } from '@lingui/react/macro'
import { Age } from '../ui/age.tsx'
import { formatNumber } from '../ui/format.ts'

interface TimeHereProps {
  since: string
  dueAt: string | null
  limitDays: number | null
}

/** How long it has been in its status, and how long it may be. */
export function TimeHere({ since, dueAt, limitDays }: TimeHereProps) {
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
      for <Age since={since} dueAt={dueAt} />, limit {limit} d
    </Trans>
  )
}
