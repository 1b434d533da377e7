import { t } from '#texts'
import { forbidden } from '../../app-error.ts'
import { maySeeField } from '../../policies/field-policy.ts'
import type { Actor } from '../../session/actor.ts'
import type { Field } from '../field.ts'

/** @throws FORBIDDEN for personal data that the actor may not see: a change shows and may empty values */
export function assertSeesValues(actor: Actor, field: Field): void {
  if (!maySeeField(actor, field))
    throw forbidden(t`Your role cannot see the values of this field: ${field.label}`)
}
