import type { CustomImportField } from '@muster/contract/import-fields.ts'
import { t } from '#texts'
import type { Field } from '../../custom-fields/field.ts'
import { describeValues, type ValueProfile } from '../meaning/describe-values.ts'
import { foldHeader } from '../meaning/normalise-header.ts'
import type { Suggestion } from '../meaning/suggest-mapping.ts'
import type { CustomTargets } from './custom-targets.ts'

/** A built-in field with such a confidence keeps its column. */
const sure = 0.9
const byName = 0.95
/** Asks a person. */
const asked = 0.45
/** The share of values that have to fit the field. */
const mostlyFits = 0.5

const shares: Partial<Record<Field['type'], (profile: ValueProfile) => number>> = {
  number: ({ number }) => number,
  money: ({ number }) => number,
  date: ({ date, serialDate }) => Math.max(date, serialDate),
  dateTime: ({ date, serialDate }) => Math.max(date, serialDate),
  boolean: ({ yesOrNo }) => yesOrNo,
  email: ({ email }) => email,
  phone: ({ phone }) => phone,
}

function fits({ type, options }: Field, samples: readonly string[]): boolean {
  const profile = describeValues([...samples])
  if (profile.filled === 0) return true
  if (type === 'choice') {
    const labels = new Set(options.map(({ label }) => label.toLowerCase()))
    const known = samples.filter((sample) => labels.has(sample.trim().toLowerCase())).length
    return known >= samples.length * mostlyFits
  }
  return (shares[type]?.(profile) ?? 1) >= mostlyFits
}

/** Below 1: the column is not imported, and the screen says why. */
export const sureOfFile = 0.99

/** Says why a column is not imported. */
export function explainFile(label: string): string {
  return t`The custom field “${label}” takes files, which imports cannot read from a cell. Upload them on the records.`
}

/** Returns the fields by what a header may call them: their label or their key. */
function byHeader(targets: CustomTargets): Map<string, [CustomImportField, Field][]> {
  const named = new Map<string, [CustomImportField, Field][]>()
  for (const entry of targets) {
    const [target, { label, key }] = entry
    for (const name of new Set([label, key, target].map(foldHeader)))
      named.set(name, [...(named.get(name) ?? []), entry])
  }
  return named
}

/** Adds custom fields to the suggestions, for columns whose header is the label or key of one. */
export function suggestCustomFields(
  suggestions: readonly Suggestion[],
  columns: readonly { header: string; original: string }[],
  samples: readonly string[][],
  targets: CustomTargets,
  files: CustomTargets,
): Suggestion[] {
  if (targets.size + files.size === 0) return [...suggestions]
  const named = byHeader(targets)
  const ofFiles = byHeader(files)
  const taken = new Set<CustomImportField>()
  return suggestions.map((suggestion, index): Suggestion => {
    const { header, original } = columns[index]!
    const found = (named.get(foldHeader(original)) ?? []).filter(([target]) => !taken.has(target))
    const [first, second] = found
    const file = ofFiles.get(foldHeader(original))?.[0]
    if (file && !first && !(suggestion.field && suggestion.confidence >= sure))
      return { field: null, confidence: sureOfFile, why: explainFile(file[1].label) }
    if (!first || (suggestion.field && suggestion.confidence >= sure)) return suggestion
    const [field, { label }] = first
    taken.add(field)
    if (second)
      return { field, confidence: asked, why: t`“${header}” may mean several custom fields. Choose one.` }
    if (!fits(first[1], samples[index] ?? []))
      return {
        field,
        confidence: asked,
        why: t`The custom field “${label}” has this name, but the values differ`,
      }
    return { field, confidence: byName, why: t`“${header}” means the custom field ${label}` }
  })
}
