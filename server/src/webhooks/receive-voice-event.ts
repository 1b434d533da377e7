import { createHash } from 'node:crypto'
import * as contract from '@muster/contract/voice-webhooks.ts'
import { t } from '#texts'
import { AppError } from '../app-error.ts'
import { databaseNow } from '../database/database-clock.ts'
import { writeTransaction } from '../database/transaction.ts'
import { webhookHandler } from '../http/handler.ts'
import { answerPredial } from './answer-predial.ts'
import { checkSignature } from './check-signature.ts'
import { isPredial } from './providers/read-predial.ts'
import { readBody } from './read-body.ts'
import { isProgressMessage, type StoredEvent } from './read-event.ts'
import { recordEvent } from './record-event.ts'

export const receiveVoiceEvent = webhookHandler(
  contract.receiveVoiceEvent,
  async ({ params, services }, request, reply) => {
    const { provider } = params
    const raw = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
    const signedBy = await checkSignature(services, provider, request, raw)
    if (raw.length === 0) throw new AppError('BAD_REQUEST', t`The body is empty`)
    const body = readBody(raw, request.headers['content-type'])
    if (isProgressMessage(provider, body)) return { result: 'ignored' as const, callId: null }
    const query = readBody(Buffer.from(JSON.stringify(request.query ?? {})), 'application/json')
    const event: StoredEvent = {
      sha256: createHash('sha256').update(raw).digest('hex'),
      receivedAt: (await databaseNow(services.db)).toISOString(),
      query: query as Record<string, unknown>,
      body,
    }
    if (provider === 'vapi' && isPredial(body)) {
      const answer = await writeTransaction(services.db, (tx) => answerPredial(tx, event, signedBy))
      return { result: 'answered' as const, callId: null, ...answer }
    }
    const recorded = await writeTransaction(services.db, (tx) => recordEvent(tx, provider, event, signedBy))
    if (recorded.result === 'unclaimed') {
      request.log.warn({ provider }, 'a report of a call belongs to no known workspace')
      reply.code(202)
    }
    return recorded
  },
)
