import type { callable } from '@muster/contract/application-row.ts'
import type { z } from 'zod'
import { t } from '#texts'
import { localTimeOf } from './local-time.ts'

/** Whether somebody may be called now, and by whose clocks it is late; `refusal`: why the actor may not call them. */
export function presentCallable(
  person: { phone: string | null },
  refusal: string | null,
  now = new Date(),
): z.input<typeof callable> {
  const time = person.phone ? localTimeOf(person.phone, now) : null
  const why = refusal ?? (person.phone ? null : t`No telephone number is known`)
  const quiet = time?.isQuiet ?? false
  return {
    may: why === null,
    quiet,
    reason: why ?? (time && quiet ? t`It is ${time.text} where they are` : null),
    localTime: time?.text ?? null,
  }
}
