import type { ErrorBody, ErrorCode } from '@muster/contract/errors.ts'
import { errorCodes } from '@muster/contract/errors.ts'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import pg from 'pg'
import { t, translate } from '#texts'
import { isPassingFailure } from '../database/passing-failure.ts'
import { AppError } from './app-error.ts'

/** Fastify's own refusals, in our codes and a person's words. */
const fastifyErrors: Record<string, [ErrorCode, string]> = {
  FST_ERR_CTP_BODY_TOO_LARGE: ['PAYLOAD_TOO_LARGE', /*i18n*/ 'The request is too large'],
  FST_REQ_FILE_TOO_LARGE: ['PAYLOAD_TOO_LARGE', /*i18n*/ 'The file is too large'],
  FST_FILES_LIMIT: ['PAYLOAD_TOO_LARGE', /*i18n*/ 'Send one file at a time'],
  FST_FIELDS_LIMIT: ['PAYLOAD_TOO_LARGE', /*i18n*/ 'Too many form fields'],
  FST_PARTS_LIMIT: ['PAYLOAD_TOO_LARGE', /*i18n*/ 'Too many form parts'],
  FST_ERR_MAX_PARAM_LENGTH: ['NOT_FOUND', /*i18n*/ 'This address not found'],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ['UNSUPPORTED_MEDIA_TYPE', /*i18n*/ 'Send JSON (application/json)'],
  FST_INVALID_MULTIPART_CONTENT_TYPE: [
    'UNSUPPORTED_MEDIA_TYPE',
    /*i18n*/ 'Send a form with a file (multipart/form-data)',
  ],
}

/** Constraints a request can run into, each with what to say. Those not named here answer a plain CONFLICT. */
const constraintMessages: Record<string, string> = {
  companies_name_key: /*i18n*/ 'There is already a company of this name',
  pipelines_name_key: /*i18n*/ 'There is already a pipeline of this name',
  stages_name_key: /*i18n*/ 'There is already a stage of this name',
  statuses_name_key: /*i18n*/ 'There is already a status of this name',
  reasons_name_key: /*i18n*/ 'There is already a reason of this name',
  saved_views_name_key: /*i18n*/ 'You already have a view of this name',
  plans_name_key: /*i18n*/ 'There is already a plan of this name',
  logins_pkey: /*i18n*/ 'This e-mail is already in use',
  users_email_key: /*i18n*/ 'This e-mail is already in use',
  agents_user_key: /*i18n*/ 'This colleague is an agent already',
  agents_provider_key: /*i18n*/ 'This agent of the provider is an agent here already',
  provider_agent_claims_pkey:
    /*i18n*/ 'This agent ID is already in use in another workspace. Check the ID and the provider, or ask whoever runs this installation.',
  applications_open_key: /*i18n*/ 'This person already has an open application on the position',
}

const alreadyThere = /*i18n*/ 'This already exists'

function unavailable(): AppError {
  return new AppError('UNAVAILABLE', t`The service is busy or restarting. Try again in a moment.`, {
    retryAfterSeconds: 2,
  })
}

function fromDatabase(error: pg.DatabaseError): AppError | null {
  const kind = error.code?.slice(0, 2)
  if (error.code === '23505' || error.code === '23P01')
    return new AppError('CONFLICT', translate(constraintMessages[error.constraint ?? ''] ?? alreadyThere))
  // A row it points to is gone, or never was in this workspace.
  if (error.code === '23503')
    return new AppError('CONFLICT', t`Something this refers to does not exist any more`)
  if (kind === '23') return new AppError('VALIDATION', t`A value is not allowed here`)
  if (kind === '22') return new AppError('BAD_REQUEST', t`A value cannot be stored as sent`)
  if (error.code === '57014')
    return new AppError('UNAVAILABLE', t`This took too long. Narrow it down and try again.`)
  return isPassingFailure(error) ? unavailable() : null
}

function toAppError(error: unknown): AppError | null {
  if (error instanceof AppError) return error
  if (error instanceof pg.DatabaseError) return fromDatabase(error)
  const { code, statusCode, message } = error as FastifyError
  const known = fastifyErrors[code]
  if (known) return new AppError(known[0], translate(known[1]))
  if (isPassingFailure(error)) return unavailable()
  if (statusCode === 429) return new AppError('RATE_LIMITED', message)
  if (statusCode && statusCode >= 400 && statusCode < 500)
    return new AppError('BAD_REQUEST', t`The request could not be read`)
  return null
}

/** Maps whatever was thrown to one answer; what it does not know is a bare 500 and a log line. */
export function handleError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const known = toAppError(error)
  if (!known || known.code === 'UNAVAILABLE') request.log.error({ err: error }, 'request failed')
  const body: ErrorBody = known
    ? { code: known.code, message: known.message, details: known.details }
    : { code: 'INTERNAL', message: t`Something went wrong on our side`, details: null }
  if (known?.retryAfterSeconds) reply.header('retry-after', known.retryAfterSeconds)
  // serializer: the schema of the success answer does not describe this one.
  reply
    .code(errorCodes[body.code])
    .type('application/json; charset=utf-8')
    .serializer((payload: unknown) => JSON.stringify(payload))
    .send(body)
}
