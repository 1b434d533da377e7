import * as contract from '@muster/contract/applications.ts'
import { t } from '#texts'
import { handler } from '../http/handler.ts'
import { readApplication } from './present-application-details.ts'
import { summarise } from './summarise.ts'

export const getApplicantSummary = handler(contract.getApplicantSummary, async ({ tx, actor, params }) => {
  const { details, callAttempts, secondsInStatus, late } = await readApplication(tx, actor, params.id, {
    deleted: actor.permissions.has('applications:delete'),
  })
  const { candidate } = details
  const openTasks = [
    ...(details.callbackAt
      ? [{ kind: 'callback' as const, dueAt: details.callbackAt, text: t`Call back` }]
      : []),
    ...(late
      ? [
          {
            kind: 'overdue' as const,
            dueAt: details.dueAt!,
            text: t`Overdue in ${details.status.name}`,
          },
        ]
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
    secondsInStatus,
    late,
    owner: details.owner,
    lastContact: details.lastContact,
    callAttempts,
    callable: details.callable,
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
      secondsInStatus,
      callAttempts,
      timezone: actor.workspace.timezone,
    }),
  }
})
