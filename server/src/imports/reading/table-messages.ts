import type { Language } from '@muster/contract/languages.ts'
import type { Correction } from '../corrections.ts'
import type { ImportFileErrorCode } from '../files/import-file-error.ts'
import type { OpenTableOptions } from '../files/open-table.ts'
import type { LeftOutReason, Table } from '../files/table.ts'
import type { ColumnDescription } from '../meaning/describe-column.ts'
import type { MappedColumn } from '../meaning/normalise-candidate.ts'
import type { Suggestion } from '../meaning/suggest-mapping.ts'
import type { CountryHints } from '../meaning/suggest-phone-country.ts'
import type { Survey } from '../meaning/survey-rows.ts'

/** What a table is read from. */
export interface TableFile {
  path: string
  options: OpenTableOptions
  corrections: Correction[]
}

/** Asks the process to open a file, in place of the one it had. */
export interface TableSource extends TableFile {
  /** Of the sentences that a file is refused with. */
  language: Language
}

/** The rows under the header that are no data. */
export interface LeftOut {
  /** All of them. */
  count: number
  /** The first, with what they hold. */
  rows: { row: number; why: LeftOutReason; text: string }[]
  /** The numbers of as many as can be taken in one by one. */
  numbers: number[]
}

/** A table without its rows, which stay in the process. */
export type TableHead = Omit<Table, 'rows'>

export interface TableSurvey extends Survey {
  leftOut: LeftOut
}

export interface Opened {
  head: TableHead
  samples: string[][]
}

/** Asks the process for a survey of these columns. */
export interface SurveyRequest {
  columns: MappedColumn[]
  hints: CountryHints
}

export type TableQuestion =
  | { open: TableSource }
  /** What the first so many columns mean. */
  | { suggest: number }
  | { survey: SurveyRequest }
  /** What a field of the column with this index could be. */
  | { describe: number }

/** Why a file is not read: a sentence for a person, or an error of the system such as ENOENT. */
export type Failure =
  | { refused: { code: ImportFileErrorCode; message: string } }
  | { failed: { code: string | undefined; message: string } }

export type TableAnswer =
  | { opened: Opened }
  | { suggested: Suggestion[] }
  | { survey: TableSurvey }
  | { described: ColumnDescription }
  | Failure
