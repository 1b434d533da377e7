import { parentPort, workerData } from 'node:worker_threads'
import { inLanguage } from '#texts'
import { yieldToRequests } from '../../threads/yield-to-requests.ts'
import { ImportFileError } from '../files/import-file-error.ts'
import { openTable } from '../files/open-table.ts'
import { readSamples } from '../files/read-samples.ts'
import type { Table } from '../files/table.ts'
import { surveyRows } from '../meaning/survey-rows.ts'
import type { Failure, SurveyRequest, TableAnswer, TableSource, TableSurvey } from './table-messages.ts'

const mostLeftOut = 100

const source = workerData as TableSource

async function open(): Promise<Table> {
  const table = await openTable(source.path, source.options)
  if (source.corrections.length === 0) return table
  const { correctTable } = await import('../corrections.ts')
  return correctTable(table, source.corrections)
}

async function survey(table: Table, { columns, hints }: SurveyRequest): Promise<TableSurvey> {
  const leftOutRows: TableSurvey['leftOutRows'] = []
  const rows = table.rows({
    onLeftOut: ({ number }, why) => {
      if (leftOutRows.length < mostLeftOut) leftOutRows.push({ row: number, why })
    },
  })
  const headers = table.columns.map(({ original }) => original)
  return { ...(await surveyRows(rows, columns, { headers, hints })), leftOutRows }
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
