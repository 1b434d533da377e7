import { createHash } from 'node:crypto'
import * as contract from '@muster/contract/browser-calls.ts'
import { sql } from 'kysely'
import { applyCallEffects } from '../calls/apply-call-effects.ts'
import type { Database } from '../database/connect.ts'
import { databaseNow } from '../database/database-clock.ts'
import { writeTransaction } from '../database/transaction.ts'
import { webhookHandler } from '../http/handler.ts'
import { recordEvent } from '../webhooks/record-event.ts'
import { fieldOf, readTwilioRequest } from './read-request.ts'
import { emptyTwiml } from './twiml.ts'

/**
 * Ends a call whose number Twilio did not dial, such as one in a country that the account may not call. Only the browser's side
 * reports it. A call that was dialed is ended by the reports of the person's side.
 */
async function endUndialed(tx: Database, workspaceId: string, callId: string, status: string): Promise<void> {
  const ended = await tx
    .updateTable('calls')
    .set({
      lifecycle: 'failed',
      end_reason: 'carrier_error',
      reported_end_reason: 'carrier_error',
      raw_end_reason: status.slice(0, 60),
      updated_at: sql`now()`,
    })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', callId)
    .where('parent_call_id', 'is not', null)
    .where('provider_call_id', 'is', null)
    .where('lifecycle', '=', 'queued')
    .returning('id')
    .executeTakeFirst()
  if (ended)
    await applyCallEffects(tx, workspaceId, callId, { actor: null, agentId: null, showsCallback: false })
}

export const receiveBrowserCallReport = webhookHandler(
  contract.receiveBrowserCallReport,
  async ({ params: { workspaceId, callId }, services }, request, reply) => {
    const asked = await readTwilioRequest(services, workspaceId, request)
    const dialStatus = fieldOf(asked, 'DialCallStatus')
    const event = {
      sha256: createHash('sha256').update(asked.raw).digest('hex'),
      receivedAt: (await databaseNow(services.db)).toISOString(),
      query: { workspace: workspaceId, [contract.browserCallParameters.callId]: callId },
      body: asked.fields,
    }
    await writeTransaction(services.db, async (tx) => {
      if (!dialStatus) await recordEvent(tx, 'twilio', event, workspaceId)
      else if (!fieldOf(asked, 'DialCallSid')) await endUndialed(tx, workspaceId, callId, dialStatus)
    })
    reply.type('text/xml; charset=utf-8').send(emptyTwiml)
    return undefined
  },
)
