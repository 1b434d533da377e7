import type { ErrorCode } from '@muster/contract/errors.ts'
import { t } from '#texts'
import { AppError, notFound } from '../app-error.ts'
import { ImportFileError, type ImportFileErrorCode } from './files/import-file-error.ts'

const codes: Record<ImportFileErrorCode, ErrorCode> = {
  too_large: 'PAYLOAD_TOO_LARGE',
  not_a_table: 'UNSUPPORTED_MEDIA_TYPE',
  binary: 'UNSUPPORTED_MEDIA_TYPE',
  unsafe_archive: 'UNSUPPORTED_MEDIA_TYPE',
  password_protected: 'UNSUPPORTED_MEDIA_TYPE',
  old_excel: 'UNSUPPORTED_MEDIA_TYPE',
  empty: 'VALIDATION',
  broken: 'VALIDATION',
  encoding: 'VALIDATION',
  unclosed_quote: 'VALIDATION',
  row_too_long: 'VALIDATION',
  too_many_columns: 'VALIDATION',
  no_such_sheet: 'VALIDATION',
  no_rows: 'VALIDATION',
}

/**
 * The refusal for a file that cannot be imported or is not stored any more, with its one sentence; other errors as they
 * are.
 */
export function refuseFile(error: unknown): unknown {
  if ((error as NodeJS.ErrnoException | null)?.code === 'ENOENT') return notFound(t`Uploaded file`)
  if (!(error instanceof ImportFileError)) return error
  const field = error.code === 'no_such_sheet' ? 'sheet' : 'file'
  return new AppError(codes[error.code], error.message, {
    details: { [field]: [error.message], reason: error.code },
  })
}
