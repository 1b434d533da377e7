import type { MultipartFile } from '@fastify/multipart'
import type { AnyEndpoint } from '@muster/contract/endpoint.ts'
import type { FastifyRequest } from 'fastify'
import { t } from '#texts'
import { AppError, invalid } from '../app-error.ts'
import { validate } from './validate.ts'

const files = new WeakMap<FastifyRequest, MultipartFile>()

function brokenForm(): AppError {
  return new AppError('BAD_REQUEST', t`The upload is incomplete or not a valid form. Send it again.`)
}

/** The form parser's own errors have no status: the client sent a form that cannot be read. */
function isParserError(error: unknown): boolean {
  return !(error instanceof AppError) && (error as { statusCode?: number }).statusCode === undefined
}

/** Returns the other fields of the form that came before the file. */
function withoutFile({ fields, fieldname }: MultipartFile): Record<string, unknown> {
  const { [fieldname]: _, ...others } = fields
  return others
}

/**
 * Returns the uploaded file; its stream must be consumed.
 * @throws VALIDATION without a file in the endpoint's field or with other fields, BAD_REQUEST for a form that cannot be read
 */
export async function readFile(
  endpoint: AnyEndpoint,
  request: FastifyRequest,
): Promise<MultipartFile | undefined> {
  if (!endpoint.file) return undefined
  const limits = { fileSize: endpoint.file.maxBytes, files: 1, fields: 20, parts: 25 }
  const parts = request.files({ limits })
  const next = () =>
    parts.next().catch((error: unknown) => {
      throw isParserError(error) ? brokenForm() : error
    })
  const { value: file } = (await next()) as IteratorResult<MultipartFile, undefined>
  if (!file) throw invalid(endpoint.file.field, t`Choose a file`)
  if (file.fieldname !== endpoint.file.field)
    throw invalid(endpoint.file.field, t`Send the file in the field "${endpoint.file.field}"`)
  validate(undefined, withoutFile(file), 'body')
  files.set(request, file)
  const toBuffer = file.toBuffer.bind(file)
  // The file may end before a form that breaks off behind it.
  file.toBuffer = async () => {
    const content = await toBuffer()
    await next()
    return content
  }
  return file
}

/** Returns BAD_REQUEST for a call whose upload broke off, else the error itself. */
export function explainUpload(request: FastifyRequest, error: unknown): unknown {
  const isBroken = files.get(request)?.file.errored != null
  return isBroken && isParserError(error) ? brokenForm() : error
}
