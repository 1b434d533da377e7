import type { PlanLimitDetails } from '@muster/contract/plan-limits.ts'
import { t } from '#texts'

/** What is full. */
function sayFull({ what, plan, limit, used }: PlanLimitDetails): string {
  switch (what) {
    case 'seats':
      return t`The plan ${plan} has ${limit} seats, and ${used} are taken by colleagues and open invitations.`
    case 'openPositions':
      return t`The plan ${plan} allows ${limit} open positions, and ${used} are open.`
    case 'applicationsAMonth':
      return t`The plan ${plan} allows ${limit} applications a month, and this month has ${used}.`
    case 'callMinutesAMonth':
      return t`The plan ${plan} allows ${limit} call minutes a month, and this month has ${used}.`
  }
}

/** Whom to turn to. */
function sayWho({ mayChange, whoMayChange }: PlanLimitDetails): string {
  if (mayChange) return t`You can change the plan.`
  if (whoMayChange.length === 0) return t`Whoever runs this installation can change the plan.`
  const names = whoMayChange.join(', ')
  return t`Who can change the plan: ${names}.`
}

/** The sentence of a PLAN_LIMIT: what is full, and who can change it. */
export function sayLimit(details: PlanLimitDetails): string {
  return `${sayFull(details)} ${sayWho(details)}`
}
