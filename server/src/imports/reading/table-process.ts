import { maxIncludedRows } from '@muster/contract/import-fields.ts'
import type { Language } from '@muster/contract/languages.ts'
import { inLanguage } from '#texts'
import { oneLine } from '../../contact-formats/one-line.ts'
import { yieldToRequests } from '../../threads/yield-to-requests.ts'
import { ImportFileError } from '../files/import-file-error.ts'
import { openTable } from '../files/open-table.ts'
import { readSamples } from '../files/read-samples.ts'
import type { Table } from '../files/table.ts'
import { describeColumn } from '../meaning/describe-column.ts'
import { surveyRows } from '../meaning/survey-rows.ts'
import type {
  Failure,
  LeftOut,
  SurveyRequest,
  TableAnswer,
  TableQuestion,
  TableSource,
  TableSurvey,
} from './table-messages.ts'

const mostShown = 100
const longestText = 300

async function openFile(source: TableSource): Promise<Table> {
  const table = await openTable(source.path, source.options)
  if (source.corrections.length === 0) return table
  const { correctTable } = await import('../corrections.ts')
  return correctTable(table, source.corrections)
}

async function survey(table: Table, { columns, hints }: SurveyRequest): Promise<TableSurvey> {
  const leftOut: LeftOut = { count: 0, rows: [], numbers: [] }
  const rows = table.rows({
    onLeftOut: ({ number, cells }, why) => {
      leftOut.count++
      if (leftOut.rows.length < mostShown) leftOut.rows.push({ row: number, why, text: textOf(cells) })
      if (leftOut.numbers.length < maxIncludedRows) leftOut.numbers.push(number)
    },
  })
  const headers = table.columns.map(({ original }) => original)
  return { ...(await surveyRows(rows, columns, { headers, hints })), leftOut }
}

function textOf(cells: string[]): string {
  const filled = cells.map((cell) => cell.trim()).filter((cell) => cell !== '')
  return oneLine(filled.join(' · '), longestText)
}

function describeFailure(error: unknown): Failure {
  if (error instanceof ImportFileError) return { refused: { code: error.code, message: error.message } }
  const { code, message } = error as NodeJS.ErrnoException
  return { failed: { code, message } }
}

let table: Table
let samples: string[][]
let language: Language

async function open(source: TableSource): Promise<TableAnswer> {
  language = source.language
  table = await openFile(source)
  const { rows: _rows, ...head } = table
  samples = await readSamples(table)
  return { opened: { head, samples } }
}

async function suggest(columns: number): Promise<TableAnswer> {
  const { suggestMapping } = await import('../meaning/suggest-mapping.ts')
  return { suggested: suggestMapping(table.columns.slice(0, columns), samples.slice(0, columns)) }
}

async function answer(asked: TableQuestion): Promise<void> {
  const work = async () => {
    if ('open' in asked) return open(asked.open)
    if ('suggest' in asked) return suggest(asked.suggest)
    if ('describe' in asked) return { described: await describeColumn(table.rows(), asked.describe) }
    return { survey: await survey(table, asked.survey) }
  }
  const spoken = 'open' in asked ? asked.open.language : language
  process.send?.(await inLanguage(spoken, work).catch(describeFailure))
}

yieldToRequests()
process.on('message', answer)
// The server has ended.
process.on('disconnect', () => process.exit())
