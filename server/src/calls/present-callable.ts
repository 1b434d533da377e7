import type { callable } from '@muster/contract/application-row.ts'
import type { z } from 'zod'
import { t } from '#texts'
import { localTimeOf } from './local-time.ts'

/** Returns whether the candidate may be called, and their local time. `refusal`: why the actor may not call them. */
export function presentCallable(
  person: { phone: string | null },
  refusal: string | null,
  now = new Date(),
): z.input<typeof callable> {
  const time = person.phone ? localTimeOf(person.phone, now) : null
  const why = refusal ?? (person.phone ? null : t`No phone number`)
  const quiet = time?.isQuiet ?? false
  return {
    may: why === null,
    quiet,
    reason: why ?? (time && quiet ? t`Their local time is ${time.text}` : null),
    localTime: time?.text ?? null,
    timezone: time?.zone ?? null,
  }
}
