import { parentPort, workerData } from 'node:worker_threads'
import { mostTakenIn } from '@muster/contract/import-fields.ts'
import { inLanguage } from '#texts'
import { yieldToRequests } from '../../threads/yield-to-requests.ts'
import { ImportFileError } from '../files/import-file-error.ts'
import { openTable } from '../files/open-table.ts'
import { readSamples } from '../files/read-samples.ts'
import type { Table } from '../files/table.ts'
import { surveyRows } from '../meaning/survey-rows.ts'
import type {
  Failure,
  LeftOut,
  SurveyRequest,
  TableAnswer,
  TableSource,
  TableSurvey,
} from './table-messages.ts'

const mostShown = 100
const longestText = 300

const source = workerData as TableSource

async function open(): Promise<Table> {
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
      if (leftOut.numbers.length < mostTakenIn) leftOut.numbers.push(number)
    },
  })
  const headers = table.columns.map(({ original }) => original)
  return { ...(await surveyRows(rows, columns, { headers, hints })), leftOut }
}

function textOf(cells: string[]): string {
  const filled = cells.map((cell) => cell.replace(/\s+/g, ' ').trim()).filter((cell) => cell !== '')
  const text = filled.join(' · ')
  return text.length > longestText ? `${text.slice(0, longestText - 1).toWellFormed()}…` : text
}

function describeFailure(error: unknown): Failure {
  if (error instanceof ImportFileError) return { refused: { code: error.code, message: error.message } }
  const { code, message } = error as NodeJS.ErrnoException
  return { failed: { code, message } }
}

async function answer(work: () => Promise<TableAnswer>): Promise<void> {
  parentPort!.postMessage(await inLanguage(source.language, work).catch(describeFailure))
}

yieldToRequests()
await answer(async () => {
  const table = await open()
  const { rows: _rows, ...head } = table
  parentPort!.on('message', (asked: SurveyRequest) =>
    answer(async () => ({ survey: await survey(table, asked) })),
  )
  return { opened: { head, samples: await readSamples(table) } }
})
