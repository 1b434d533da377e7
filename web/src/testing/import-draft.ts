import { analyzeImport } from '@muster/contract/imports.ts'
import { saveDraft } from '../imports/import-draft.ts'
import { type Analysis, type ImportSettings, initialSettings } from '../imports/import-settings.ts'
import { openApp } from './open-app.tsx'
import { example } from './server.ts'

type Column = Analysis['columns'][number]

/** A column of a file, which is surely this field. */
export function columnOf(index: number, header: string, field: Column['suggestion']['field']): Column {
  const [column] = example(analyzeImport).columns
  return { ...column!, index, header, suggestion: { field, confidence: 1, why: '' } }
}

interface Differences extends Omit<Partial<Analysis>, 'values'> {
  /** Where left out, no column has values to match. */
  values?: Partial<Analysis['values']>
}

interface Opened {
  settings?: Partial<ImportSettings>
  /** Without it, the file is gone. */
  file?: File
  /** More of the address. */
  search?: string
}

/** Opens the columns of a file of names that was analyzed with these differences. */
export async function openImportDraft(
  { values, ...more }: Differences,
  { file, search = '', ...opened }: Opened = {},
) {
  const analysis: Analysis = {
    ...example(analyzeImport),
    columns: [columnOf(0, 'Name', 'fullName')],
    values: { position: [], status: [], source: [], owner: [], ...values },
    rememberedMapping: null,
    dateOrder: 'dmy',
    phones: null,
    leftOutCount: 0,
    leftOutRows: [],
    sheets: null,
    sheet: null,
    ...more,
  }
  const settings = { ...initialSettings(analysis), ...opened.settings }
  saveDraft({ analysis, settings }, file)
  await openApp(`/imports/new?draft=${analysis.id}${search}`)
  return { analysis, settings }
}
