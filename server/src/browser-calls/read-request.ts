import type { FastifyRequest } from 'fastify'
import { t } from '#texts'
import { AppError } from '../app-error.ts'
import type { Services } from '../services.ts'
import { candidateUrls } from '../webhooks/check-signature.ts'
import { readBody } from '../webhooks/read-body.ts'
import { verifyTwilio } from '../webhooks/signatures/verify-twilio.ts'
import { type BrowserCallAccount, loadBrowserCallAccount } from './browser-call-account.ts'

export interface TwilioRequest {
  account: BrowserCallAccount
  raw: Buffer
  fields: Record<string, unknown>
}

/** Returns the value of a form's field; an empty string if it is missing or repeated. */
export function fieldOf({ fields }: Pick<TwilioRequest, 'fields'>, name: string): string {
  const value = fields[name]
  return typeof value === 'string' ? value : ''
}

/**
 * Reads a form that Twilio sent about the browser calls of a workspace.
 * @throws UNAUTHENTICATED unless the workspace's account signed it, also if the workspace has none
 */
export async function readTwilioRequest(
  { db, config }: Services,
  workspaceId: string,
  request: FastifyRequest,
): Promise<TwilioRequest> {
  const raw = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
  const account = await loadBrowserCallAccount(db, workspaceId)
  const signed = { raw, headers: request.headers, urls: candidateUrls(request, config.publicUrl) }
  if (!account || !verifyTwilio(account.authToken, signed))
    throw new AppError('UNAUTHENTICATED', t`The signature does not match`)
  // JSON may be null.
  const fields = (readBody(raw, request.headers['content-type']) ?? {}) as Record<string, unknown>
  if (fieldOf({ fields }, 'AccountSid') !== account.accountId)
    throw new AppError('UNAUTHENTICATED', t`This is a call of another Twilio account`)
  return { account, raw, fields }
}
