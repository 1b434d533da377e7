import type { CallOf, ResponseOf } from '@muster/contract/endpoint.ts'
import type { analyzeImport, executeImport, ImportField } from '@muster/contract/imports.ts'

export type ImportSettings = CallOf<typeof executeImport>['body']

type Analysis = ResponseOf<typeof analyzeImport>

type ValueField = keyof Analysis['values']

/** Suggestions below this are left for the person to choose. */
const sureEnough = 0.5

/** What the person starts from: the mapping used last for such a file, else what was found. */
export function initialSettings(analysis: Analysis, positionId?: string): ImportSettings {
  const suggested = analysis.columns.flatMap(({ index, suggestion }) =>
    suggestion.field && suggestion.confidence >= sureEnough
      ? [[String(index), suggestion.field] as const]
      : [],
  )
  const values = Object.entries(analysis.values).map(([field, matches]) => [
    field,
    Object.fromEntries(matches.map(({ value, match }) => [value, match])),
  ])
  return {
    importId: analysis.id,
    mapping: analysis.rememberedMapping ?? Object.fromEntries(suggested),
    values: Object.fromEntries(values),
    positionId: positionId ?? null,
    policy: 'skip',
    ...(analysis.dateOrder === 'ambiguous' ? {} : { dateOrder: analysis.dateOrder }),
  }
}

/** Gives a column its meaning; a field belongs to one column, so another that had it loses it. */
export function mapColumn(
  settings: ImportSettings,
  index: number,
  field: ImportField | null,
): ImportSettings {
  const kept = Object.entries(settings.mapping).filter(
    ([key, value]) => key !== String(index) && value !== field,
  )
  return { ...settings, mapping: Object.fromEntries([...kept, ...(field ? [[String(index), field]] : [])]) }
}

/** What a value of the file is taken for; null leaves it empty. */
export function matchValue(
  settings: ImportSettings,
  field: ValueField,
  value: string,
  match: string | null,
): ImportSettings {
  const values = settings.values ?? {}
  return { ...settings, values: { ...values, [field]: { ...values[field], [value]: match } } }
}

/** Whether a field is mapped to some column. */
export function isMapped(settings: ImportSettings, field: ImportField): boolean {
  return Object.values(settings.mapping).includes(field)
}
