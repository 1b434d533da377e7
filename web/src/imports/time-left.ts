import { t } from '@lingui/core/macro'
import { formatDuration } from '../ui/format.ts'

const minute = 60

/** How long something takes yet, as far as one can tell from how fast it goes. */
export function timeLeft(seconds: number): string {
  return seconds < minute ? t`less than a minute left` : t`${formatDuration(seconds)} left`
}
