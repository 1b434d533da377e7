import { msg } from '@lingui/core/macro'

function inHours(hours: number): Date {
  return new Date(Date.now() + hours * 3_600_000)
}

function tomorrowAt(hour: number): Date {
  const day = new Date()
  day.setDate(day.getDate() + 1)
  day.setHours(hour, 0, 0, 0)
  return day
}

/** When people usually ask to be called back. */
export const callbackChoices = [
  { label: msg`In an hour`, at: () => inHours(1) },
  { label: msg`Tomorrow 9:00`, at: () => tomorrowAt(9) },
  { label: msg`Tomorrow 15:00`, at: () => tomorrowAt(15) },
]
