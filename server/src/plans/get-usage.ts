import * as contract from '@muster/contract/plans.ts'
import { sql } from 'kysely'
import { handler } from '../http/handler.ts'
import { countUse, monthEnds, monthStart, openInvitations } from './count-use.ts'
import { currentPlan } from './current-plan.ts'

export const getUsage = handler(contract.getUsage, async ({ tx, actor }) => {
  const place = { workspaceId: actor.workspaceId, timezone: actor.workspace.timezone }
  const [{ limits }, { rows }] = await Promise.all([
    currentPlan(tx, actor.workspaceId),
    sql<{
      seats: number
      pendingInvitations: number
      openPositions: number
      applicationsThisMonth: number
      callMinutesThisMonth: number
      monthBegan: string
      monthEnds: string
    }>`select ${countUse.seats(place)} as seats, ${openInvitations(place)} as "pendingInvitations",
      ${countUse.openPositions(place)} as "openPositions",
      ${countUse.applicationsAMonth(place)} as "applicationsThisMonth",
      ${countUse.callMinutesAMonth(place)} as "callMinutesThisMonth",
      ${monthStart(place)} as "monthBegan", ${monthEnds(place)} as "monthEnds"
    `.execute(tx),
  ])
  return { ...rows[0]!, limits }
})
