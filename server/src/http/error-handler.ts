import type { ErrorBody, ErrorCode } from '@muster/contract/errors.ts'
import { errorCodes } from '@muster/contract/errors.ts'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import pg from 'pg'
import { t, translate } from '#texts'
import { AppError } from '../app-error.ts'
import { isTransientFailure } from '../database/transient-failure.ts'

/** Fastify's own errors, in our codes and words. */
const fastifyErrors: Record<string, [ErrorCode, string]> = {
  FST_ERR_CTP_BODY_TOO_LARGE: ['PAYLOAD_TOO_LARGE', /*i18n*/ 'The request is too large'],
  FST_REQ_FILE_TOO_LARGE: ['PAYLOAD_TOO_LARGE', /*i18n*/ 'The file is too large'],
  FST_FILES_LIMIT: ['PAYLOAD_TOO_LARGE', /*i18n*/ 'Send one file at a time'],
  FST_FIELDS_LIMIT: ['PAYLOAD_TOO_LARGE', /*i18n*/ 'Too many form fields'],
  FST_PARTS_LIMIT: ['PAYLOAD_TOO_LARGE', /*i18n*/ 'Too many form parts'],
  FST_ERR_MAX_PARAM_LENGTH: ['NOT_FOUND', /*i18n*/ 'URL not found'],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ['UNSUPPORTED_MEDIA_TYPE', /*i18n*/ 'Send JSON (application/json)'],
  FST_INVALID_MULTIPART_CONTENT_TYPE: [
    'UNSUPPORTED_MEDIA_TYPE',
    /*i18n*/ 'Send a form with a file (multipart/form-data)',
  ],
}

/** Constraints that a request can violate, with their messages. Others get a generic CONFLICT. */
const constraintMessages: Record<string, string> = {
  companies_name_key: /*i18n*/ 'A company with this name already exists',
  pipelines_name_key: /*i18n*/ 'A pipeline with this name already exists',
  stages_name_key: /*i18n*/ 'A stage with this name already exists',
  statuses_name_key: /*i18n*/ 'A status with this name already exists',
  custom_fields_key_key: /*i18n*/ 'A field with this key already exists. It may be a retired one.',
  custom_fields_label_key: /*i18n*/ 'A field with this label already exists',
  reasons_name_key: /*i18n*/ 'A reason with this name already exists',
  report_dashboards_name_key: /*i18n*/ 'You already have a report dashboard with this name in the folder',
  saved_reports_name_key: /*i18n*/ 'You already have a report with this name in the folder',
  saved_views_name_key: /*i18n*/ 'You already have a view with this name',
  goals_owner_key: /*i18n*/ 'Someone else set this goal in the meantime. Review the new value and try again.',
  goals_position_key:
    /*i18n*/ 'Someone else set this goal in the meantime. Review the new value and try again.',
  source_costs_month_key:
    /*i18n*/ 'Someone else set this cost in the meantime. Review the new value and try again.',
  plans_name_key: /*i18n*/ 'A plan with this name already exists',
  logins_pkey: /*i18n*/ 'This email is already in use',
  users_email_key: /*i18n*/ 'This email is already in use',
  agents_user_key: /*i18n*/ 'This user is already an agent',
  agents_provider_key: /*i18n*/ "This provider's agent has already been added",
  provider_agent_claims_pkey:
    /*i18n*/ 'This agent ID is already in use in another workspace. Check the ID and the provider, or ask the administrator of this installation.',
  applications_open_key: /*i18n*/ 'This candidate already has an open application for this position',
}

const alreadyExists = /*i18n*/ 'This already exists'

function unavailable(): AppError {
  return new AppError('UNAVAILABLE', t`The service is busy or restarting. Try again in a moment.`, {
    retryAfterSeconds: 2,
  })
}

function fromDatabase(error: pg.DatabaseError): AppError | null {
  const kind = error.code?.slice(0, 2)
  if (error.code === '23505' || error.code === '23P01')
    return new AppError('CONFLICT', translate(constraintMessages[error.constraint ?? ''] ?? alreadyExists))
  // A referenced row is gone, or was never in this workspace.
  if (error.code === '23503')
    return new AppError('CONFLICT', t`A linked record no longer exists. Reload the page and try again.`)
  if (kind === '23') return new AppError('VALIDATION', t`A value is not allowed here`)
  if (kind === '22') return new AppError('BAD_REQUEST', t`A value cannot be stored in this form`)
  if (error.code === '57014')
    return new AppError('UNAVAILABLE', t`This took too long. Narrow your filters and try again.`)
  return isTransientFailure(error) ? unavailable() : null
}

function toAppError(error: unknown): AppError | null {
  if (error instanceof AppError) return error
  if (error instanceof pg.DatabaseError) return fromDatabase(error)
  const { code, statusCode, message } = error as FastifyError
  const known = fastifyErrors[code]
  if (known) return new AppError(known[0], translate(known[1]))
  if (isTransientFailure(error)) return unavailable()
  if (statusCode === 429) return new AppError('RATE_LIMITED', message)
  if (statusCode && statusCode >= 400 && statusCode < 500)
    return new AppError('BAD_REQUEST', t`The request could not be read`)
  return null
}

/** Maps any error to one answer. Unknown errors become a bare 500 and a log line. */
export function handleError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const known = toAppError(error)
  if (!known || known.code === 'UNAVAILABLE') request.log.error({ err: error }, 'request failed')
  const body: ErrorBody = known
    ? { code: known.code, message: known.message, details: known.details }
    : { code: 'INTERNAL', message: t`Something went wrong on our side`, details: null }
  if (known?.retryAfterSeconds) reply.header('retry-after', known.retryAfterSeconds)
  // serializer: the schema of the success response does not fit this one.
  reply
    .code(errorCodes[body.code])
    .type('application/json; charset=utf-8')
    .serializer((payload: unknown) => JSON.stringify(payload))
    .send(body)
}
