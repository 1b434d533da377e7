import type { MultipartFile } from '@fastify/multipart'
import type { AnyEndpoint } from '@muster/contract/endpoint.ts'
import type { FastifyRequest } from 'fastify'
import { t } from '#texts'
import { AppError, invalid } from './app-error.ts'

const files = new WeakMap<FastifyRequest, MultipartFile>()

function brokenForm(): AppError {
  return new AppError('BAD_REQUEST', t`The upload is incomplete or not a valid form. Send it again.`)
}

/** The parser's own errors have no status: what a client sent cannot be read as a form. */
function isParserError(error: unknown): boolean {
  return !(error instanceof AppError) && (error as { statusCode?: number }).statusCode === undefined
}

/**
 * Returns the file of a call that takes one; its stream must be consumed.
 * @throws VALIDATION without a file in the endpoint's field, BAD_REQUEST for a form that cannot be read
 */
export async function readFile(
  endpoint: AnyEndpoint,
  request: FastifyRequest,
): Promise<MultipartFile | undefined> {
  if (!endpoint.file) return undefined
  const limits = { fileSize: endpoint.file.maxBytes, files: 1, fields: 20, parts: 25 }
  const file = await request.file({ limits }).catch((error: unknown) => {
    throw isParserError(error) ? brokenForm() : error
  })
  if (!file) throw invalid(endpoint.file.field, t`Choose a file`)
  if (file.fieldname !== endpoint.file.field)
    throw invalid(endpoint.file.field, t`Send the file in the field "${endpoint.file.field}"`)
  files.set(request, file)
  return file
}

/** Returns BAD_REQUEST for a failed call whose upload broke off, else the error itself. */
export function explainUpload(request: FastifyRequest, error: unknown): unknown {
  const isBroken = files.get(request)?.file.errored != null
  return isBroken && isParserError(error) ? brokenForm() : error
}
