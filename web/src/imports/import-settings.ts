import type { CallOf, ResponseOf } from '@muster/contract/endpoint.ts'
import type { ImportCase, ImportCaseChoice } from '@muster/contract/import-cases.ts'
import { confirmBelow, type ImportTarget, importDateFields } from '@muster/contract/import-fields.ts'
import type { executeImport } from '@muster/contract/import-status.ts'
import type { analyzeImport, listImportValues } from '@muster/contract/imports.ts'

export type ImportSettings = CallOf<typeof executeImport>['body']

export type Analysis = ResponseOf<typeof analyzeImport>

export type ValueField = keyof Analysis['values']

/** Values without a match stay undecided, unless they were left empty last time. */
function knownMatches(matches: Analysis['values'][ValueField]): Record<string, string | null> {
  const known = matches.filter(({ match, leftEmpty }) => match !== null || leftEmpty)
  return Object.fromEntries(known.map(({ value, match }) => [value, match]))
}

/** What the person starts from: the mapping used last for such a file, else what was found. */
export function initialSettings(analysis: Analysis, positionId?: string): ImportSettings {
  const suggested = analysis.columns.flatMap(({ index, suggestion }) =>
    suggestion.field && suggestion.confidence >= confirmBelow
      ? [[String(index), suggestion.field] as const]
      : [],
  )
  const values = Object.entries(analysis.values).map(([field, matches]) => [field, knownMatches(matches)])
  return {
    importId: analysis.id,
    mapping: analysis.rememberedMapping ?? Object.fromEntries(suggested),
    values: Object.fromEntries(values),
    positionId: positionId ?? null,
    policy: 'skip',
    ...(analysis.dateOrder === 'ambiguous' ? {} : { dateOrder: analysis.dateOrder }),
    ...(analysis.phones ? { phoneCountry: analysis.phones.country } : {}),
  }
}

/** The columns whose suggestion waits for an answer, unless another column has its field by now. */
export function findQuestions(
  analysis: Analysis,
  settings: ImportSettings,
  declined: ReadonlySet<number>,
): ReadonlySet<number> {
  if (analysis.rememberedMapping) return new Set()
  const open = analysis.columns.filter(({ index, suggestion: { field, confidence } }) => {
    const isAnswered = declined.has(index) || String(index) in settings.mapping
    return field && confidence < confirmBelow && !isAnswered && !isMapped(settings, field)
  })
  return new Set(open.map(({ index }) => index))
}

/** Several columns become paragraphs of the notes, or tags. */
const severalColumns: ReadonlySet<ImportTarget | null> = new Set(['notes', 'tags'])

/** Gives a column its meaning. Other fields than notes and tags belong to one column, so another that had it loses it. */
export function mapColumn(
  settings: ImportSettings,
  index: number,
  field: ImportTarget | null,
): ImportSettings {
  const kept = Object.entries(settings.mapping).filter(
    ([key, value]) => key !== String(index) && (value !== field || severalColumns.has(field)),
  )
  return { ...settings, mapping: Object.fromEntries([...kept, ...(field ? [[String(index), field]] : [])]) }
}

/** The columns with values that nothing is mapped to and nobody left out. */
export function unmatchedColumns(
  { columns }: Analysis,
  settings: ImportSettings,
  declined: ReadonlySet<number>,
): Analysis['columns'] {
  return columns.filter(
    ({ index, samples, suggestion }) =>
      samples.length > 0 &&
      suggestion.confidence < 1 &&
      !(String(index) in settings.mapping) &&
      !declined.has(index),
  )
}

/** Keeps columns in the notes, each as a paragraph with its header. */
export function keepInNotes(settings: ImportSettings, columns: Analysis['columns']): ImportSettings {
  return columns.reduce((next, { index }) => mapColumn(next, index, 'notes'), settings)
}

/** Whether a field is mapped to some column. */
export function isMapped(settings: ImportSettings, field: ImportTarget): boolean {
  return Object.values(settings.mapping).includes(field)
}

/** Whether a column of dates is mapped that can be read in two ways. */
export function needsDateOrder(
  { dateOrder }: Pick<Analysis, 'dateOrder'>,
  settings: ImportSettings,
  isDate: (target: ImportTarget) => boolean,
): boolean {
  return dateOrder === 'ambiguous' && Object.values(settings.mapping).some(isDate)
}

/** What becomes of all rows of a case. */
export function decideCase(
  settings: ImportSettings,
  kind: ImportCase,
  choice: ImportCaseChoice,
): ImportSettings {
  return { ...settings, cases: { ...settings.cases, [kind]: choice } }
}

/** The fields whose columns are read as a whole: mapped by hand, their values are asked for anew. */
export const readWhole: ReadonlySet<ImportTarget | null | undefined> = new Set([
  'position',
  'clientCompany',
  'status',
  'source',
  'owner',
  ...importDateFields,
  'phone',
  'country',
])

/** Takes over what values were found in columns mapped by hand; what was chosen for one stays. */
export function takeValues(
  settings: ImportSettings,
  { values, dateOrder, phones }: Pick<ResponseOf<typeof listImportValues>, 'values' | 'dateOrder' | 'phones'>,
  suggestedBefore: Analysis['phones'],
): ImportSettings {
  const merged = Object.entries(values).map(([field, matches]) => [
    field,
    {
      ...knownMatches(matches),
      ...settings.values?.[field as ValueField],
    },
  ])
  const { dateOrder: _, phoneCountry: before, ...rest } = settings
  const isChosen = before !== undefined && before !== suggestedBefore?.country
  const phoneCountry = isChosen ? before : phones?.country
  return {
    ...rest,
    values: Object.fromEntries(merged),
    ...(dateOrder === 'ambiguous' ? {} : { dateOrder }),
    ...(phoneCountry ? { phoneCountry } : {}),
  }
}

/** Whether a row that does not look like data is imported all the same. */
export function isTakenIn({ takeIn }: ImportSettings, row: number): boolean {
  return takeIn === 'all' || (takeIn ?? []).includes(row)
}

/** How many of the rows that do not look like data are imported. */
export function countTakenIn({ leftOutCount }: Analysis, { takeIn }: ImportSettings): number {
  return takeIn === 'all' ? leftOutCount : (takeIn ?? []).length
}

/** Takes a row in or leaves it out. One row left out of all of them leaves those that are listed. */
export function takeInRow(
  { leftOutRows, leftOutCount }: Analysis,
  settings: ImportSettings,
  row: number,
  isTaken: boolean,
): ImportSettings {
  const { takeIn } = settings
  const now = takeIn === 'all' ? leftOutRows.map((one) => one.row) : (takeIn ?? [])
  const rows = isTaken ? [...now, row].sort((one, other) => one - other) : now.filter((one) => one !== row)
  return { ...settings, takeIn: rows.length === leftOutCount ? 'all' : rows }
}
