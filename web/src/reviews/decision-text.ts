import { t } from '@lingui/core/macro'
import type { Review } from './review-queries.ts'

/** Words what was decided on a person, by whom and why. */
export function decisionText({ state, decision }: Review): string {
  const who = decision?.by?.name
  const reason = decision?.reason
  if (!decision || state === 'withdrawn') return t`Withdrawn by the agency`
  if (decision.kind === 'approve') return who ? t`Approved by ${who}` : t`Approved`
  if (who && reason) return t`Declined by ${who}: ${reason}`
  return who ? t`Declined by ${who}` : t`Declined`
}
