import * as contract from '@muster/contract/applications.ts'
import { sql } from 'kysely'
import { handler } from '../http/handler.ts'
import { loadApplicationDetails } from './present-application-details.ts'
import { summarise } from './summarise.ts'

export const getApplicantSummary = handler(contract.getApplicantSummary, async ({ tx, actor, params }) => {
  const details = await loadApplicationDetails(tx, actor, params.id)
  const { call_attempts: callAttempts, seconds } = await tx
    .selectFrom('applications')
    .where('workspace_id', '=', actor.workspaceId)
    .where('id', '=', params.id)
    .select('call_attempts')
    .select(sql<number>`extract(epoch from now() - entered_status_at)::float8`.as('seconds'))
    .executeTakeFirstOrThrow()
  const { candidate } = details
  const late = details.dueAt !== null && Date.parse(details.dueAt) <= Date.now()
  const openTasks = [
    ...(details.callbackAt
      ? [{ kind: 'callback' as const, dueAt: details.callbackAt, text: 'Call back' }]
      : []),
    ...(late
      ? [{ kind: 'overdue' as const, dueAt: details.dueAt!, text: `Past its days in ${details.status.name}` }]
      : []),
  ]
  return {
    applicationId: details.id,
    candidate: {
      id: candidate.id,
      name: candidate.name,
      email: candidate.email,
      phone: candidate.phone,
      location: candidate.location,
      doNotCall: candidate.doNotCall,
      consent: candidate.consent,
    },
    position: details.position,
    company: details.company,
    status: details.status,
    enteredStatusAt: details.enteredStatusAt,
    secondsInStatus: seconds,
    late,
    owner: details.owner,
    lastContact: details.lastContact,
    callAttempts,
    openTasks,
    otherApplications: details.otherApplications.map((other) => ({
      id: other.id,
      positionName: other.position.name,
      companyName: other.company.name,
      statusName: other.status.name,
      statusType: other.status.type,
    })),
    disposition: details.dispositionDetails,
    paragraph: summarise(details, {
      secondsInStatus: seconds,
      callAttempts,
      timezone: actor.workspace.timezone,
    }),
  }
})
