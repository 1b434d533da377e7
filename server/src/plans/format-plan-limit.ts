import type { PlanLimitDetails } from '@muster/contract/plan-limits.ts'
import { plural, t } from '#texts'

function formatUsage({ what, plan, limit, used }: PlanLimitDetails): string {
  switch (what) {
    case 'seats':
      return t`The plan ${plan} has ${plural(limit, { one: '# seat', other: '# seats' })}, and ${plural(used, { one: '# is taken', other: '# are taken' })} by users and pending invitations.`
    case 'openPositions':
      return t`The plan ${plan} allows ${plural(limit, { one: '# open position', other: '# open positions' })}, and ${plural(used, { one: '# is open', other: '# are open' })}.`
    case 'applicationsAMonth':
      return t`The plan ${plan} allows ${plural(limit, { one: '# application', other: '# applications' })} per month, and ${used} are used this month.`
    case 'callMinutesAMonth':
      return t`The plan ${plan} allows ${plural(limit, { one: '# call minute', other: '# call minutes' })} per month, and ${used} are used this month.`
  }
}

function formatWhoMayChange({ mayChange, whoMayChange }: PlanLimitDetails): string {
  if (mayChange) return t`You can change the plan.`
  if (whoMayChange.length === 0) return t`The administrator of this installation can change the plan.`
  const names = whoMayChange.join(', ')
  return t`Ask a user who can change the plan: ${names}.`
}

/** Returns the message of PLAN_LIMIT: which limit is reached, and who can change the plan. */
export function formatPlanLimit(details: PlanLimitDetails): string {
  return `${formatUsage(details)} ${formatWhoMayChange(details)}`
}
