import {
  confirmBelow,
  type ImportTarget,
  importFields,
  isCustomTarget,
} from '@muster/contract/import-fields.ts'
import { t, translate } from '#texts'
import { oneLine } from '../contact-formats/one-line.ts'
import type { Database } from '../database/connect.ts'
import { type Analysis, indexOfField, type Mapping, mappedColumns } from './analysis.ts'
import type { CustomTargets } from './custom/custom-targets.ts'
import { explainFile, suggestCustomFields, sureOfFile } from './custom/suggest-custom-fields.ts'
import { fieldsOfExport } from './exported-file.ts'
import { ImportFileError } from './files/import-file-error.ts'
import { matchValues } from './match-values.ts'
import type { Suggestion } from './meaning/suggest-mapping.ts'
import { loadCountryHints } from './phone-country.ts'
import type { TableHead } from './reading/table-messages.ts'
import type { OpenedTable } from './reading/with-table-process.ts'
import { recallMapping, recallValues } from './remembered-mapping.ts'
import { countReportColumns } from './report-columns.ts'

const samplesShown = 3
const longestSample = 120

/** The custom fields in use, and those that the caller may fill. */
export interface AnalyzedTargets {
  known: CustomTargets
  usable: CustomTargets
  /** Fields of files, which imports cannot fill. */
  files: CustomTargets
}

async function suggestFields(
  { head: table, samples, suggest }: OpenedTable,
  { known, usable, files }: AnalyzedTargets,
): Promise<{ suggestions: Suggestion[]; isExport: boolean }> {
  const headers = table.columns.map(({ original }) => original)
  const own = table.columns.length - countReportColumns(headers)
  const exported = fieldsOfExport(headers.slice(0, own), known)
  const suggestions = exported
    ? exported.map((field) => explainExported(field, usable, files))
    : suggestCustomFields(await suggest(own), table.columns, samples, usable, files)
  return { suggestions: withReportColumns(table, suggestions), isExport: exported !== null }
}

function explainExported(
  exported: ImportTarget | null,
  usable: CustomTargets,
  files: CustomTargets,
): Suggestion {
  const file = exported && isCustomTarget(exported) ? files.get(exported) : undefined
  if (file) return { field: null, confidence: sureOfFile, why: explainFile(file.label) }
  const field = exported && isCustomTarget(exported) && !usable.has(exported) ? null : exported
  const label = field && (isCustomTarget(field) ? usable.get(field)?.label : translate(importFields[field]))
  const why = label ? t`From a Muster export: ${label}` : t`From a Muster export, not imported`
  return { field, confidence: 1, why }
}

function withReportColumns(table: TableHead, suggestions: readonly Suggestion[]): Suggestion[] {
  return table.columns.map(
    (_, index) =>
      suggestions[index] ?? { field: null, confidence: 1, why: t`From the report of an earlier import` },
  )
}

/** The IDs of an export count whatever was chosen for it before they did. */
function withIds(remembered: Mapping | null, suggested: Mapping): Mapping | null {
  if (!remembered) return null
  const ids = Object.entries(suggested).filter(
    ([index, field]) => (field === 'applicationId' || field === 'candidateId') && !(index in remembered),
  )
  return { ...remembered, ...Object.fromEntries(ids) }
}

/**
 * Finds out what the columns and values of a file mean. Reads all of it once, holding only tallies.
 * @throws ImportFileError for a file without rows, or one that breaks off
 */
export async function analyzeTable(
  db: Database,
  workspaceId: string,
  opened: OpenedTable,
  targets: AnalyzedTargets,
  givenHeaderRow: number | null = null,
): Promise<Analysis> {
  const { head: table, samples, survey: surveyTable } = opened
  const { suggestions, isExport } = await suggestFields(opened, targets)
  const suggested: Mapping = Object.fromEntries(
    suggestions.flatMap(({ field, confidence }, index) =>
      field && confidence >= confirmBelow ? [[table.columns[index]!.index, field]] : [],
    ),
  )
  const remembered = withIds(await recallMapping(db, workspaceId, table.columns, targets.usable), suggested)
  const columns = mappedColumns(table.columns, remembered ?? suggested, targets.usable)
  const survey = await surveyTable(columns, await loadCountryHints(db, workspaceId, table.columns))
  if (survey.rows === 0) throw new ImportFileError('no_rows', t`The file has a header but no rows.`)
  return {
    format: table.format,
    encoding: table.encoding,
    delimiter: table.delimiter,
    sheets: table.sheets,
    sheet: table.sheet,
    headerRow: table.headerRow,
    rowCount: survey.rows,
    leftOutRows: survey.leftOut.rows,
    leftOutCount: survey.leftOut.count,
    leftOutNumbers: survey.leftOut.numbers,
    columns: table.columns.map(({ index, header }, place) => ({
      index,
      header,
      samples: samples[place]!.slice(0, samplesShown).map((sample) => oneLine(sample, longestSample)),
      suggestion: suggestions[place]!,
    })),
    rememberedMapping: remembered,
    values: await matchValues(
      db,
      workspaceId,
      survey.values,
      await recallValues(db, workspaceId, table.columns),
    ),
    dateOrder: survey.dateOrder,
    phones: survey.phones,
    isExport,
    originalHeaders: table.columns.map(({ original }) => original),
    givenHeaderRow,
    settled: {
      appliedAt: indexOfField(columns, 'appliedAt'),
      dates: Object.fromEntries(
        Object.entries(survey.dateOrders).map(([field, order]) => [
          field,
          { index: indexOfField(columns, field as ImportTarget)!, order: order! },
        ]),
      ),
      postalCode: indexOfField(columns, 'postalCode'),
      postalCodeDigits: survey.postalCodeDigits,
      phone: indexOfField(columns, 'phone'),
      country: indexOfField(columns, 'country'),
    },
  }
}
