import { formatTimesOfDay } from '../ui/format.ts'

/** When a person may be called by their own clocks, as the reader writes times. */
export function callingHours(): { opens: string; closes: string } {
  return { opens: formatTimesOfDay('08:00'), closes: formatTimesOfDay('21:00') }
}
