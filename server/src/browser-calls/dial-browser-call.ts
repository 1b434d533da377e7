import * as contract from '@muster/contract/browser-calls.ts'
import { sql } from 'kysely'
import { t } from '#texts'
import { AppError, conflict } from '../app-error.ts'
import type { Database } from '../database/connect.ts'
import { writeTransaction } from '../database/transaction.ts'
import { webhookHandler } from '../http/handler.ts'
import { announce } from '../live/announce.ts'
import type { Actor } from '../session/actor.ts'
import { loadUserActors } from '../session/load-user-actors.ts'
import { isIdInUrl } from '../webhooks/read-event.ts'
import { userOfClient } from './access-token.ts'
import type { BrowserCallAccount } from './browser-call-account.ts'
import { type ClaimedPerson, loadClaimedPerson } from './claimed-person.ts'
import { fieldOf, readTwilioRequest, type TwilioRequest } from './read-request.ts'
import { dialTwiml, rejectTwiml } from './twiml.ts'
import { reportUrl } from './webhook-urls.ts'

interface Dialing {
  workspaceId: string
  callId: string
  /** Twilio's ID of the browser's side. */
  parentId: string
}

/** Stores the call. Returns false if a call with the ID exists. */
async function storeCall(
  tx: Database,
  { workspaceId, callId, parentId }: Dialing,
  { userId }: Actor,
  { callerNumber }: BrowserCallAccount,
  person: ClaimedPerson,
): Promise<boolean> {
  const stored = await tx
    .insertInto('calls')
    .values({
      workspace_id: workspaceId,
      id: callId,
      application_id: person.applicationId,
      candidate_id: person.candidateId,
      queue_id: person.queueId,
      direction: 'outbound',
      lifecycle: 'queued',
      from_number: callerNumber,
      to_number: person.phone,
      started_at: sql<string>`now()`,
      provider: 'twilio',
      begun_with: 'workspace',
      parent_call_id: parentId,
      logged_by: userId,
    })
    .onConflict((call) => call.columns(['workspace_id', 'id']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!stored) return false
  const kind = 'activity-logged'
  await announce(tx, workspaceId, { kind, applicationId: person.applicationId, actorId: userId })
  return true
}

/** Returns the number that was dialed for the same request before: Twilio repeats a request without an answer. */
async function findRepeated(tx: Database, { workspaceId, callId, parentId }: Dialing, { userId }: Actor) {
  const call = await tx
    .selectFrom('calls')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', callId)
    .where('logged_by', '=', userId)
    .where('parent_call_id', '=', parentId)
    .where('lifecycle', '=', 'queued')
    .select('to_number')
    .executeTakeFirst()
  return call?.to_number ?? null
}

/**
 * Returns the number to dial, and stores the call.
 * @throws CONFLICT if nobody is to be dialed
 */
async function chooseNumber(tx: Database, workspaceId: string, request: TwilioRequest): Promise<string> {
  const userId = userOfClient(fieldOf(request, 'From'))
  const actor = userId ? (await loadUserActors(tx, workspaceId, [userId])).get(userId) : undefined
  if (!actor?.permissions.has('calls:write')) throw conflict(t`This user may not call`)
  const { applicationId: application, callId: call } = contract.browserCallParameters
  const [applicationId, callId] = [fieldOf(request, application), fieldOf(request, call)]
  const parentId = fieldOf(request, 'CallSid')
  if (!isIdInUrl(applicationId) || !isIdInUrl(callId) || !parentId)
    throw conflict(t`The browser did not say whom it calls`)
  const dialing = { workspaceId, callId, parentId }
  const person = await loadClaimedPerson(tx, actor, applicationId)
  if (await storeCall(tx, dialing, actor, request.account, person)) return person.phone
  const repeated = await findRepeated(tx, dialing, actor)
  if (repeated !== person.phone) throw conflict(t`This call was placed before`)
  return repeated
}

export const dialBrowserCall = webhookHandler(
  contract.dialBrowserCall,
  async ({ params: { workspaceId }, services }, request, reply) => {
    const asked = await readTwilioRequest(services, workspaceId, request)
    reply.type('text/xml; charset=utf-8')
    try {
      const phone = await writeTransaction(services.db, (tx) => chooseNumber(tx, workspaceId, asked))
      const callId = fieldOf(asked, contract.browserCallParameters.callId)
      const url = reportUrl(services.config, workspaceId, callId)
      reply.send(dialTwiml({ callerNumber: asked.account.callerNumber, phone, reportUrl: url }))
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      request.log.warn({ why: error.message }, 'a call in the browser was rejected')
      reply.send(rejectTwiml)
    }
    return undefined
  },
)
