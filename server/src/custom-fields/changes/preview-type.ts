import { fieldLimits } from '@muster/contract/field-subjects.ts'
import type { FieldValue } from '@muster/contract/field-values.ts'
import { t } from '#texts'
import { invalid } from '../../app-error.ts'
import type { Database } from '../../database/connect.ts'
import type { Actor } from '../../session/actor.ts'
import type { Field } from '../field.ts'
import { fieldTypeRules, foldLabel } from '../field-types.ts'
import { type Conversion, loadConversion, tryToConvert, writeCell } from './convert-values.ts'
import { nameRows, scanValues } from './scan-values.ts'
import { type TypeInput, withType } from './type-settings.ts'

const mostListed = 100

interface UnfitRow {
  rowId: string
  name: string
  value: string
  reason: string
}

export interface TypePreview {
  to: Field
  values: number
  fitting: number
  unfit: UnfitRow[]
  newOptions: string[]
}

/** Returns the texts of values that would be options, the commonest spelling of each and the commonest first. */
async function findNewOptions(tx: Database, workspaceId: string, from: Field, to: Field): Promise<string[]> {
  const known = new Set(to.options.map(({ label }) => foldLabel(label)))
  const conversion = await loadConversion(tx, workspaceId, from, to)
  const spellings = new Map<string, Map<string, number>>()
  const isListed = to.type === 'choices' && fieldTypeRules[from.type].isFreeText
  for await (const rows of scanValues(tx, workspaceId, from)) {
    for (const { value } of rows) {
      const cell = writeCell(value as FieldValue, from, conversion.writer)
      for (const text of isListed ? cell.split(/[,;|\n]/) : [cell]) {
        const label = text.replace(/\s+/g, ' ').trim()
        const folded = foldLabel(label)
        if (!label || label.length > fieldLimits.optionLabel || known.has(folded)) continue
        const counts = spellings.get(folded) ?? new Map<string, number>()
        spellings.set(folded, counts.set(label, (counts.get(label) ?? 0) + 1))
        if (to.options.length + spellings.size > fieldLimits.options)
          throw invalid(
            'optionsFromValues',
            t`There are more than ${fieldLimits.options} different values, too many for options`,
          )
      }
    }
  }
  const total = (counts: Map<string, number>) => [...counts.values()].reduce((sum, count) => sum + count, 0)
  return [...spellings.values()]
    .sort((a, b) => total(b) - total(a))
    .map((counts) => [...counts].sort(([, a], [, b]) => b - a)[0]![0])
}

/** Counts the values of rows that are not deleted, and lists the first that do not fit. */
async function check(tx: Database, workspaceId: string, from: Field, to: Field, conversion: Conversion) {
  let values = 0
  let fitting = 0
  const unfit: Omit<UnfitRow, 'name'>[] = []
  for await (const rows of scanValues(tx, workspaceId, from)) {
    for (const { id, value, isDeleted } of rows) {
      if (isDeleted) continue
      values++
      const converted = tryToConvert(value as FieldValue, from, to, conversion)
      if (!('reason' in converted)) fitting++
      else if (unfit.length < mostListed)
        unfit.push({
          rowId: id,
          value: writeCell(value as FieldValue, from, conversion.writer),
          reason: converted.reason,
        })
    }
  }
  return { values, fitting, unfit }
}

/**
 * Returns a field as it would be with another type, and how its values fit.
 * @throws VALIDATION for settings that do not fit the type
 */
export async function previewType(
  tx: Database,
  { workspaceId, workspace }: Actor,
  from: Field,
  input: TypeInput,
): Promise<TypePreview> {
  const rules = fieldTypeRules[input.type]
  if (input.type === from.type) throw invalid('type', t`The field has this type already`)
  if (input.type === 'file' || from.type === 'file')
    throw invalid('type', t`Files cannot be turned into values of another type, nor values into files`)
  const country = workspace.defaultCountry
  const target: Field = { ...from, type: input.type, options: rules.has?.options ? from.options : [] }
  const newOptions =
    input.optionsFromValues && rules.has?.options && !fieldTypeRules[from.type].has?.options
      ? await findNewOptions(tx, workspaceId, from, target)
      : []
  const to = withType(from, input, newOptions, country)
  const conversion = await loadConversion(tx, workspaceId, from, to)
  const { unfit, ...counts } = await check(tx, workspaceId, from, to, conversion)
  const names = await nameRows(
    tx,
    workspaceId,
    from.subject,
    unfit.map(({ rowId }) => rowId),
  )
  return {
    to: { ...to, defaultValue: convertDefault(from, to, conversion) },
    ...counts,
    unfit: unfit.map((row) => ({ ...row, name: names.get(row.rowId) ?? '' })),
    newOptions,
  }
}

/** A default that does not fit is none. */
function convertDefault(from: Field, to: Field, conversion: Conversion): FieldValue | null {
  if (from.defaultValue === null || fieldTypeRules[to.type].refersTo) return null
  const converted = tryToConvert(from.defaultValue, from, to, conversion)
  return 'value' in converted ? converted.value : null
}
