/** Why a file cannot be imported, for programs. */
export type ImportFileErrorCode =
  | 'empty'
  | 'too_large'
  | 'not_a_table'
  | 'binary'
  | 'broken'
  | 'unsafe_archive'
  | 'password_protected'
  | 'old_excel'
  | 'encoding'
  | 'unclosed_quote'
  | 'row_too_long'
  | 'too_many_columns'
  | 'no_such_sheet'
  | 'no_rows'

/** A file that cannot be read as a table; `message` is one sentence a person can act on. */
export class ImportFileError extends Error {
  readonly code: ImportFileErrorCode

  constructor(code: ImportFileErrorCode, message: string) {
    super(message)
    this.name = 'ImportFileError'
    this.code = code
  }
}
