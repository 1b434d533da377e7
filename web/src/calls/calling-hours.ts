import { formatTimesOfDay } from '../ui/format.ts'

/** Returns the permitted calling hours in the person's local time, formatted in the reader's locale. */
export function callingHours(): { opens: string; closes: string } {
  return { opens: formatTimesOfDay('08:00'), closes: formatTimesOfDay('21:00') }
}
