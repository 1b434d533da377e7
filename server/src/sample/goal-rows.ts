import { addDays, dayOf } from '@muster/contract/local-days.ts'
import type { Plan } from './plan.ts'
import { iso, type SampleRows } from './rows.ts'

type GoalRows = NonNullable<SampleRows['goals']>

/** What each recruiter should reach. */
const ofRecruiters = [
  { measure: 'submitted', period: 'week', target: 10 },
  { measure: 'hired', period: 'month', target: 6 },
] as const

/** The first open positions, with the weeks in which each should be filled. */
const weeksToFill = [3, 6, 10] as const

interface Asked {
  workspaceId: string
  userId: string
  timezone: string
  users: readonly string[]
  positions: readonly string[]
  newId: () => string
}

/** Returns the goals of the sample's recruiters and of its open positions. */
export function goalRows(
  { staff, positions, calendar }: Plan,
  { workspaceId, userId, timezone, users, positions: positionIds, newId }: Asked,
): GoalRows {
  const at = iso(calendar.asOf - 21 * 86_400_000)
  const row = (goal: Partial<GoalRows[number]> & Pick<GoalRows[number], 'measure' | 'period'>) => ({
    workspace_id: workspaceId,
    id: newId(),
    position_id: null,
    owner_id: null,
    target: null,
    due_on: null,
    version: 1,
    updated_by: userId,
    created_at: at,
    updated_at: at,
    ...goal,
  })
  // The existing administrator may have goals already.
  const recruiters = staff.recruiters.filter((index) => staff.users[index]!.email !== null)
  const open = positions.flatMap(({ state, left }, index) => (state === 'open' && left > 0 ? [index] : []))
  return [
    ...recruiters.flatMap((index) => ofRecruiters.map((goal) => row({ ...goal, owner_id: users[index]! }))),
    ...weeksToFill.flatMap((weeks, place) => {
      const index = open[place]
      if (index === undefined) return []
      const dueOn = addDays(dayOf(calendar.asOf, timezone), weeks * 7)
      return [row({ measure: 'hired', period: 'date', due_on: dueOn, position_id: positionIds[index]! })]
    }),
    ...open
      .slice(weeksToFill.length, weeksToFill.length + 2)
      .map((index) =>
        row({ measure: 'qualified', period: 'month', target: 16, position_id: positionIds[index]! }),
      ),
  ]
}
