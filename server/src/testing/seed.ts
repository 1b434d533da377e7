import { createComment, deleteComment } from '@muster/contract/activity-logs.ts'
import { createAgent } from '@muster/contract/agents.ts'
import { createApiKey, revokeApiKey } from '@muster/contract/api-keys.ts'
import { attachApplicationFile, removeApplicationFile } from '@muster/contract/application-files.ts'
import {
  closeApplication,
  createApplication,
  decideSubmission,
  deleteApplication,
  updateApplication,
} from '@muster/contract/applications.ts'
import { moveApplications } from '@muster/contract/board.ts'
import { createCallQueue, deleteCallQueue } from '@muster/contract/call-queues.ts'
import { callingHours } from '@muster/contract/calling-breaks.ts'
import { createCallingHours } from '@muster/contract/calling-hours.ts'
import { logCall } from '@muster/contract/calls.ts'
import { mergeCandidates } from '@muster/contract/candidate-merges.ts'
import { createCandidate, deleteCandidate } from '@muster/contract/candidates.ts'
import { createCompany, deleteCompany } from '@muster/contract/companies.ts'
import { recordConsent } from '@muster/contract/consents.ts'
import { createCustomField, retireCustomField } from '@muster/contract/custom-fields.ts'
import { listReasons } from '@muster/contract/dispositions.ts'
import type { AnyEndpoint, CallOf, ResponseOf } from '@muster/contract/endpoint.ts'
import { changeFieldType } from '@muster/contract/field-changes.ts'
import { setGoal } from '@muster/contract/goals.ts'
import { executeImport } from '@muster/contract/import-status.ts'
import { analyzeImport } from '@muster/contract/imports.ts'
import { deleteUser } from '@muster/contract/manage-users.ts'
import { createOutgoingWebhook, testOutgoingWebhook } from '@muster/contract/outgoing-webhooks.ts'
import { createPipeline, createStage, deletePipeline, deleteStage } from '@muster/contract/pipelines.ts'
import { createPosition, createStatus, deletePosition, deleteStatus } from '@muster/contract/positions.ts'
import { startViewing } from '@muster/contract/presence.ts'
import { createReportDashboard, deleteReportDashboard } from '@muster/contract/report-dashboards.ts'
import { createReportSchedule } from '@muster/contract/report-schedules.ts'
import { createSavedReport, deleteSavedReport } from '@muster/contract/saved-reports.ts'
import { createSavedView, deleteSavedView } from '@muster/contract/saved-views.ts'
import { setSourceCost } from '@muster/contract/source-costs.ts'
import { askAboutSubmission, createSubmission } from '@muster/contract/submissions.ts'
import { uploadFile } from '@muster/contract/uploads.ts'
import { setVoiceAccount } from '@muster/contract/voice-campaigns.ts'
import { sql } from 'kysely'
import { applyFieldChange } from '../custom-fields/changes/apply-field-change.ts'
import { newId } from '../database/new-id.ts'
import { subscriptionToken } from '../report-schedules/subscription-token.ts'
import { hashPassword } from '../session/password.ts'
import { formatSecretToken, hashSecret, newSecretToken } from '../session/secret-token.ts'
import { makeDocx } from '../uploads/fixtures/make-docx.ts'
import { longestHours } from './phone-where.ts'
import { seedBrowserCalls } from './seed-browser-calls.ts'
import { type SeededPlans, seedBilling, seedPlans } from './seed-plans.ts'
import { type SignInSecrets, seedSignIn } from './seed-sign-in.ts'
import { addressOf, type TestServer, type TestUser } from './test-server.ts'

/** The ids of one row of every kind, by its use; two seeded workspaces have the same keys. */
export type Ids = Record<string, string>

export interface Seeded {
  workspaceId: string
  /** Created everything and has every permission. */
  head: TestUser
  ids: Ids
  plans: SeededPlans
  /** Secrets that public calls carry. */
  secrets: SignInSecrets & {
    email: string
    password: string
    resetToken: string
    subscriptionToken: string
  }
  /** Part of every name, so that a leak is visible. */
  mark: string
}

/** Sends a file as a form with one field. */
export function sendFile(
  server: TestServer,
  endpoint: AnyEndpoint,
  as: TestUser | undefined,
  content: Buffer | string,
  name: string,
): Promise<Response> {
  const form = new FormData()
  form.append(endpoint.file!.field, new Blob([Buffer.from(content)]), name)
  return fetch(server.url + addressOf(endpoint), {
    method: 'POST',
    headers: as ? { authorization: `Bearer ${as.accessToken}` } : {},
    body: form,
  })
}

async function analyze(server: TestServer, as: TestUser, name: string): Promise<string> {
  const people = 'Name,E-mail\nIda Import,ida.import@example.com\n'
  const answer = await sendFile(server, analyzeImport, as, people, name)
  return ((await answer.json()) as { id: string }).id
}

async function insertRows(server: TestServer, head: TestUser, ids: Ids, mark: string): Promise<void> {
  const { workspaceId } = head
  const { db } = server
  ids.agent = newId()
  await db
    .insertInto('agents')
    .values({ workspace_id: workspaceId, id: ids.agent, name: `Agent ${mark}`, kind: 'voice' })
    .execute()
  await db
    .insertInto('agent_positions')
    .values({ workspace_id: workspaceId, agent_id: ids.agent, position_id: ids.position! })
    .execute()
  ids.deletedAgent = newId()
  await db
    .insertInto('agents')
    .values({
      workspace_id: workspaceId,
      id: ids.deletedAgent,
      name: `Deleted agent ${mark}`,
      kind: 'voice',
      deleted_at: sql`now()`,
    })
    .execute()
  const campaign = async (name: string, more: object) => {
    const id = newId()
    await db
      .insertInto('voice_campaigns')
      .values({
        workspace_id: workspaceId,
        id,
        name: `${name} ${mark}`,
        queue_id: ids.callQueue!,
        agent_id: ids.callingAgent!,
        max_concurrent: 1,
        currency: 'USD',
        only_with_consent: true,
        created_by: head.id,
        ...more,
      })
      .execute()
    return id
  }
  ids.voiceCampaign = await campaign('Campaign', {})
  // It places no calls while tests run.
  const running = { state: 'running', started_by: head.id, next_at: sql`now() + interval '1 day'` }
  ids.runningVoiceCampaign = await campaign('Running campaign', running)
  ids.deletedVoiceCampaign = await campaign('Deleted campaign', { deleted_at: sql`now()` })
  ids.claimedApplication = ids.sharedApplication!
  await sql`
    insert into call_claims (workspace_id, candidate_id, application_id, queue_id, user_id, until)
    select workspace_id, candidate_id, id, ${ids.callQueue}, ${head.id}, now() + interval '1 day'
    from applications where workspace_id = ${workspaceId} and id = ${ids.claimedApplication}
  `.execute(db)
  await seedBrowserCalls(server, head, ids.claimedApplication)
  await db
    .insertInto('predial_answers')
    .values({
      ...{ workspace_id: workspaceId, id: newId(), contact_id: `contact ${mark}`, queue_id: ids.callQueue! },
      ...{ application_id: ids.application!, eligible: false, reason: 'no_consent' },
    })
    .execute()
  ids.notification = newId()
  await db
    .insertInto('notifications')
    .values({
      workspace_id: workspaceId,
      id: ids.notification,
      user_id: head.id,
      kind: 'mention',
      text: `Noted ${mark}`,
      application_id: ids.application!,
    })
    .execute()
}

const password = 'correct horse battery'
let passwordHash: Promise<string> | undefined

async function setPassword(server: TestServer, user: TestUser): Promise<void> {
  passwordHash ??= hashPassword(password)
  await server.db
    .updateTable('logins')
    .set({ password_hash: await passwordHash })
    .where('email', '=', user.email)
    .execute()
}

/** Creates a password link as it is mailed. Returns its token. */
export async function makeResetToken(server: TestServer, user: TestUser): Promise<string> {
  const token = newSecretToken(user.workspaceId, newId())
  await server.db
    .insertInto('password_tokens')
    .values({
      workspace_id: token.workspaceId,
      id: token.id,
      user_id: user.id,
      hash: hashSecret(token.secret),
      expires_at: sql<string>`now() + interval '1 hour'`,
    })
    .execute()
  return formatSecretToken(token)
}

/** Adds what only operators see: another workspace, an email, failed and waiting jobs. */
async function addForAdmin(server: TestServer, head: TestUser, ids: Ids, mark: string): Promise<void> {
  ids.otherWorkspace = (await server.addWorkspace()).workspaceId
  ids.otherUser = (await server.addUser(ids.otherWorkspace, 'recruiter', { name: `Other ${mark}` })).id
  ids.suspendedUser = (await server.addUser(ids.otherWorkspace, 'viewer', { name: `Suspended ${mark}` })).id
  await server.db
    .updateTable('users')
    .set({ status: 'suspended' })
    .where('id', '=', ids.suspendedUser)
    .execute()
  ids.mail = newId()
  await server.db
    .insertInto('mails')
    .values({
      workspace_id: head.workspaceId,
      id: ids.mail,
      recipient: `${mark}@example.com`,
      subject: `Mail ${mark}`,
      body: 'Hello',
    })
    .execute()
  const { rows } = await sql<{ id: string }>`
    insert into pgboss.job (name, data, state, policy)
    select 'send-mail', jsonb_build_object('workspaceId', ${head.workspaceId}::text, 'mailId', ${ids.mail}::text),
      state::pgboss.job_state, 'standard'
    from unnest(array['failed', 'created']) as state
    returning id
  `.execute(server.db)
  ids.failedJob = rows[0]!.id
  ids.waitingJob = rows[1]!.id
}

type Call = <E extends AnyEndpoint>(endpoint: E, input: Partial<CallOf<E>>) => Promise<ResponseOf<E>>

/** Adds a field with options, and one whose type was changed. */
async function addFieldChanges(server: TestServer, head: TestUser, ids: Ids, call: Call): Promise<void> {
  const choice = await call(createCustomField, {
    body: {
      subject: 'company',
      type: 'choice',
      label: 'Segment',
      options: [{ label: 'Small' }, { label: 'Large' }],
    },
  })
  ids.choiceField = choice.id
  ids.firstOption = choice.options[0]!.id
  ids.secondOption = choice.options[1]!.id
  const changed = await call(createCustomField, {
    body: { subject: 'company', type: 'text', label: 'Staff' },
  })
  ids.changedField = changed.id
  const params = { id: changed.id }
  ids.fieldChange = (await call(changeFieldType, { params, body: { type: 'longText' } })).id
  await applyFieldChange(server.services, { workspaceId: head.workspaceId, changeId: ids.fieldChange })
}

/** Seeds a workspace with at least one row of every kind, through the API. */
export async function seed(server: TestServer): Promise<Seeded> {
  const { workspaceId, pipelineId } = await server.addWorkspace()
  const mark = `mark-${newId().slice(-12)}`
  const head = await server.addUser(workspaceId, 'superadmin', { name: `Head ${mark}` })
  const colleague = await server.addUser(workspaceId, 'recruiter', { name: `Colleague ${mark}` })
  const ids: Ids = { defaultPipeline: pipelineId, user: colleague.id }

  async function call<E extends AnyEndpoint>(endpoint: E, input: Partial<CallOf<E>>): Promise<ResponseOf<E>> {
    const { status, body } = await server.call(endpoint, { as: head, ...input })
    if (status >= 300) throw new Error(`${endpoint.name} answered ${status}: ${JSON.stringify(body)}`)
    return body as ResponseOf<E>
  }

  ids.company = (await call(createCompany, { body: { name: `Company ${mark}` } })).id
  ids.spareCompany = (await call(createCompany, { body: { name: `Spare ${mark}` } })).id
  ids.deletedCompany = (await call(createCompany, { body: { name: `Deleted ${mark}` } })).id
  await call(deleteCompany, { params: { id: ids.deletedCompany } })

  const addField = (label: string, subject: 'candidate' | 'position' = 'candidate') =>
    call(createCustomField, {
      body: { subject, type: 'text', key: label.toLowerCase(), label: `${label} ${mark}` },
    })
  ids.customField = (await addField('License')).id
  ids.retiredCustomField = (await addField('Retired', 'position')).id
  await call(retireCustomField, { params: { id: ids.retiredCustomField } })
  await addFieldChanges(server, head, ids, call)

  const pipeline = await call(createPipeline, { body: { name: `Pipeline ${mark}` } })
  ids.pipeline = pipeline.id
  pipeline.stages.forEach((stage, index) => {
    ids[`stage${index}`] = stage.id
  })
  ids.deletedPipeline = (await call(createPipeline, { body: { name: `Deleted ${mark}` } })).id
  await call(deletePipeline, { params: { id: ids.deletedPipeline } })

  const open = (name: string) =>
    call(createPosition, {
      body: {
        name: `${name} ${mark}`,
        companyId: ids.company!,
        pipelineId: pipeline.id,
        ownerId: head.id,
        hiringManagerId: head.id,
      },
    })
  const position = await open('Welder')
  ids.position = position.id
  position.statuses.forEach((status, index) => {
    ids[`status${index}`] = status.id
  })
  ids.sparePosition = (await open('Spare')).id
  ids.deletedPosition = (await open('Deleted')).id
  await call(deletePosition, { params: { id: ids.deletedPosition } })

  const extra = { name: `Deleted ${mark}`, type: 'offer' } as const
  ids.deletedStage = (await call(createStage, { params: { id: pipeline.id }, body: extra })).id
  await call(deleteStage, { params: { id: ids.deletedStage } })
  ids.deletedStatus = (await call(createStatus, { body: { ...extra, positionId: position.id } })).id
  await call(deleteStatus, { params: { id: ids.deletedStatus } })

  const file = await sendFile(server, uploadFile, head, `Résumé ${mark}`, 'cv.txt')
  ids.file = ((await file.json()) as { id: string }).id
  const letter = await sendFile(server, uploadFile, head, await makeDocx([`Letter ${mark}`]), 'letter.docx')
  ids.docx = ((await letter.json()) as { id: string }).id
  const person = (name: string) => call(createCandidate, { body: { name: `${name} ${mark}` } })
  ids.candidate = (
    await call(createCandidate, { body: { name: `Ana ${mark}`, email: `${mark}@example.com` } })
  ).id
  ids.spareCandidate = (await person('Spare')).id
  ids.deletedCandidate = (await person('Deleted')).id
  await call(deleteCandidate, { params: { id: ids.deletedCandidate } })

  ids.survivor = (await person('Survivor')).id
  ids.merge = (
    await call(mergeCandidates, {
      params: { id: ids.survivor },
      body: { mergedId: (await person('Merged')).id, version: 1, mergedVersion: 1 },
    })
  ).merge.id
  await call(recordConsent, {
    params: { id: ids.survivor },
    body: { channel: 'email', action: 'given', wording: `May we write to you, ${mark}?` },
  })

  const apply = (candidateId: string) =>
    call(createApplication, { body: { positionId: position.id, candidateId, ownerId: head.id } })
  ids.application = (await apply(ids.candidate)).id
  ids.closedApplication = (await apply((await person('Closed')).id)).id
  await call(closeApplication, {
    params: { id: ids.closedApplication },
    body: { disposition: 'unreachable' },
  })
  ids.deletedApplication = (await apply((await person('Gone')).id)).id
  await call(deleteApplication, { params: { id: ids.deletedApplication } })
  ids.otherStatusApplication = (await apply((await person('Moved')).id)).id
  await call(updateApplication, {
    params: { id: ids.application },
    body: { resumeFileId: ids.file, source: `Source ${mark}`, tags: [`tag ${mark}`] },
  })
  const moved = await call(moveApplications, {
    params: { id: position.id },
    body: { applicationIds: [ids.otherStatusApplication], toStatusId: ids.status1! },
  })
  ids.batch = moved.batchId!
  const submitted = position.statuses.find(({ type }) => type === 'submitted')!
  ids.submittedApplication = (await apply((await person('Submitted')).id)).id
  await call(moveApplications, {
    params: { id: position.id },
    body: { applicationIds: [ids.submittedApplication], toStatusId: submitted.id },
  })
  ids.sharedApplication = (await apply((await person('Shared')).id)).id
  ids.submission = (
    await call(createSubmission, {
      params: { id: ids.sharedApplication },
      body: { summary: `Summary ${mark}`, answers: [{ label: 'License', value: mark }] },
    })
  ).id
  await call(updateApplication, {
    params: { id: ids.sharedApplication },
    body: { resumeFileId: ids.file },
  })
  await call(askAboutSubmission, {
    params: { id: ids.sharedApplication },
    body: { body: `Question ${mark}` },
  })
  ids.decidedApplication = (await apply((await person('Decided')).id)).id
  await call(moveApplications, {
    params: { id: position.id },
    body: { applicationIds: [ids.decidedApplication], toStatusId: submitted.id },
  })
  await call(decideSubmission, { params: { id: ids.decidedApplication }, body: { decision: 'approve' } })
  const application = { id: ids.application }
  const comment = () => call(createComment, { params: application, body: { body: `Comment ${mark}` } })
  ids.comment = (await comment()).id
  ids.deletedComment = (await comment()).id
  await call(deleteComment, { params: { ...application, commentId: ids.deletedComment } })
  const attach = () => call(attachApplicationFile, { params: application, body: { fileId: ids.file! } })
  ids.fileEntry = (await attach()).entryId
  ids.removedFileEntry = (await attach()).entryId
  await call(removeApplicationFile, { params: { ...application, entryId: ids.removedFileEntry } })
  const questions = [{ fieldId: ids.customField!, text: `Question ${mark}` }]
  ids.callQueue = (
    await call(createCallQueue, { body: { name: `Queue ${mark}`, script: mark, questions, ...longestHours } })
  ).id
  ids.callingHours = (
    await call(createCallingHours, {
      body: {
        ...{ country: 'FR', state: null, publicHolidays: false },
        ...{ weekdays: callingHours, saturday: null, sunday: null },
      },
    })
  ).id
  ids.goal = (
    await call(setGoal, {
      body: { positionId: ids.position!, measure: 'submitted', period: 'week', target: 5 },
    })
  ).id
  ids.sourceCost = (
    await call(setSourceCost, {
      body: {
        source: `Source ${mark}`,
        month: '2026-03',
        amount: { minor: 120_000, currency: 'EUR' },
        version: null,
      },
    })
  ).id
  ids.deletedCallQueue = (await call(createCallQueue, { body: { name: `Deleted queue ${mark}` } })).id
  await call(deleteCallQueue, { params: { id: ids.deletedCallQueue } })
  ids.callingAgent = (
    await call(createAgent, {
      body: {
        name: `Calling agent ${mark}`,
        kind: 'voice',
        provider: 'retell',
        providerAgentId: `agent ${mark}`,
        phone: '+4930901821999',
      },
    })
  ).id
  await call(setVoiceAccount, { params: { provider: 'retell' }, body: { apiKey: `key of ${mark}` } })
  await insertRows(server, head, ids, mark)
  const logged = await call(logCall, {
    body: { applicationId: ids.application, agentId: ids.agent, endReason: 'no_answer' },
  })
  ids.call = logged.id

  const { items: reasons } = await call(listReasons, {})
  for (const party of ['us', 'company', 'candidate'])
    ids[`reason-${party}`] = reasons.find((reason) => reason.party === party)!.id
  ids.visit = newId()
  await call(startViewing, { body: { visitId: ids.visit, subjectType: 'board', subjectId: position.id } })
  ids.savedView = (await call(createSavedView, { body: { name: `View ${mark}` } })).id
  ids.deletedSavedView = (await call(createSavedView, { body: { name: `Deleted view ${mark}` } })).id
  await call(deleteSavedView, { params: { id: ids.deletedSavedView } })
  const query = { measure: 'hired' }
  ids.savedReport = (await call(createSavedReport, { body: { name: `Report ${mark}`, query } })).id
  ids.deletedSavedReport = (await call(createSavedReport, { body: { name: `Gone ${mark}`, query } })).id
  await call(deleteSavedReport, { params: { id: ids.deletedSavedReport } })
  const tiles = [{ reportId: ids.savedReport, width: 1, height: 'medium' as const }]
  ids.reportDashboard = (await call(createReportDashboard, { body: { name: `Dashboard ${mark}`, tiles } })).id
  ids.deletedReportDashboard = (
    await call(createReportDashboard, { body: { name: `Gone ${mark}`, tiles } })
  ).id
  await call(deleteReportDashboard, { params: { id: ids.deletedReportDashboard } })
  ids.reportSchedule = (
    await call(createReportSchedule, {
      body: {
        reportId: ids.savedReport,
        frequency: 'weekly',
        weekdays: [1],
        hour: 8,
        timezone: 'Europe/Oslo',
        recipientIds: [head.id],
      },
    })
  ).id
  const apiKey = { name: `Key ${mark}`, permissions: ['applications:read' as const], expiresAt: null }
  ids.apiKey = (await call(createApiKey, { body: apiKey })).id
  ids.revokedApiKey = (await call(createApiKey, { body: apiKey })).id
  await call(revokeApiKey, { params: { id: ids.revokedApiKey } })
  const webhook = { url: `https://hooks.example/${mark}`, events: ['call.ended' as const], active: false }
  ids.webhook = (await call(createOutgoingWebhook, { body: webhook })).id
  ids.delivery = (await call(testOutgoingWebhook, { params: { id: ids.webhook } })).id
  ids.import = await analyze(server, head, `import-${mark}.csv`)
  ids.startedImport = await analyze(server, head, `started-${mark}.csv`)
  await call(executeImport, {
    body: { importId: ids.startedImport, mapping: { 0: 'fullName' }, positionId: position.id },
  })
  ids.endedImport = await analyze(server, head, `ended-${mark}.csv`)
  await server.db
    .updateTable('imports')
    .set({ state: 'completed' })
    .where('id', '=', ids.endedImport)
    .execute()
  await addForAdmin(server, head, ids, mark)
  ids.spareUser = (await server.addUser(workspaceId, 'viewer', { name: `Spare ${mark}` })).id
  ids.deletedUser = (await server.addUser(workspaceId, 'viewer', { name: `Deleted ${mark}` })).id
  await call(deleteUser, { params: { id: ids.deletedUser } })
  await setPassword(server, colleague)
  const secrets = {
    email: colleague.email,
    password,
    resetToken: await makeResetToken(server, colleague),
    subscriptionToken: await subscriptionToken(server.db, {
      workspaceId,
      scheduleId: ids.reportSchedule,
      userId: head.id,
    }),
    ...(await seedSignIn(server, { head, colleague, passwordHash: await passwordHash! }, ids, mark)),
  }
  const plans = await seedPlans(server, head)
  await seedBilling(server, head, ids, plans)
  return { workspaceId, head, ids, plans, secrets, mark }
}
