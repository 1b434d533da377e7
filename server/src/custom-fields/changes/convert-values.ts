import type { FieldValue } from '@muster/contract/field-values.ts'
import { t } from '#texts'
import type { Database } from '../../database/connect.ts'
import { loadUsers, nameUsers } from '../../imports/custom/name-users.ts'
import { createCellReader } from '../../imports/custom/read-custom-cells.ts'
import { type DateOrder, tallyDateOrder } from '../../imports/meaning/read-date.ts'
import { createZonedTime } from '../../imports/zoned-time.ts'
import type { Field } from '../field.ts'
import {
  type CellReader,
  type CellWriter,
  fieldTypeRules,
  freeTextTypes,
  UnfitValue,
} from '../field-types.ts'
import { readCell } from '../read-cell.ts'
import { scanValues } from './scan-values.ts'

/** What values of one type are turned into those of another with. */
export interface Conversion {
  writer: CellWriter
  reader: CellReader
  country: string
}

const isText = ({ type }: Field) => freeTextTypes.includes(type)
const isOfTime = ({ type }: Field) => type === 'date' || type === 'dateTime'

/** Returns the order in which the texts of a field write dates, as an import decides it for a column. */
async function findDateOrder(tx: Database, workspaceId: string, from: Field): Promise<DateOrder> {
  const tally = tallyDateOrder({ mayCome: true })
  for await (const rows of scanValues(tx, workspaceId, from))
    for (const { value } of rows) tally.add(String(value))
  return tally.decide()
}

/** Loads what the values of a field are converted with. */
export async function loadConversion(
  tx: Database,
  workspaceId: string,
  from: Field,
  to: Field,
): Promise<Conversion> {
  const { timezone, default_country: country } = await tx
    .selectFrom('workspaces')
    .where('id', '=', workspaceId)
    .select(['timezone', 'default_country'])
    .executeTakeFirstOrThrow()
  const usesNames = [from, to].some(({ type }) => type === 'user')
  const users = usesNames ? await loadUsers(tx, workspaceId) : []
  const names = new Map(users.map(({ id, name }) => [id, name]))
  const clock = createZonedTime(timezone)
  const dateOrder = isText(from) && isOfTime(to) ? await findDateOrder(tx, workspaceId, from) : 'ymd'
  return {
    country,
    writer: {
      toClock: clock.toClock,
      nameOf: (id) => names.get(id) ?? id,
      isPlain: fieldTypeRules[to.type].has?.range === true,
    },
    reader: createCellReader({
      users: nameUsers(users),
      toInstant: clock.toInstant,
      dateOrder,
      // Texts stay as they are; numbers are read as people write them.
      isExport: isText(to),
    }),
  }
}

/** Returns a value as a cell of a file. */
export function writeCell(value: FieldValue, field: Field, writer: CellWriter): string {
  return fieldTypeRules[field.type].toCell?.(value as never, field, writer) ?? String(value)
}

/** Converts between types with options, without the way over labels. */
function convertChoice(value: FieldValue, to: Field): FieldValue | null {
  const ids = [value].flat()
  if (to.type === 'choices') return fieldTypeRules.choices.read(ids, to, { country: '' })
  if (ids.length > 1) throw new UnfitValue(t`It has several options`)
  return fieldTypeRules.choice.read(ids[0], to, { country: '' })
}

/**
 * Returns a value of one type as one of another: as an import would read it from an export. Numbers are not dates.
 * @throws UnfitValue
 */
function convertValue(
  value: FieldValue,
  from: Field,
  to: Field,
  { writer, reader, country }: Conversion,
): FieldValue | null {
  const rules = fieldTypeRules[to.type]
  if (from.type === to.type) return rules.read(value, to, { country })
  if (fieldTypeRules[from.type].has?.options && rules.has?.options) return convertChoice(value, to)
  const cell = writeCell(value, from, writer).trim()
  if (isOfTime(to) && /^[+-]?\d+(?:[.,]\d+)?$/.test(cell))
    throw new UnfitValue(t`Enter a date, such as 2026-01-31`)
  return readCell(cell, to, reader, country)?.value ?? null
}

/** Returns the converted value, or why it does not fit. */
export function tryToConvert(
  value: FieldValue,
  from: Field,
  to: Field,
  conversion: Conversion,
): { value: FieldValue } | { reason: string } {
  try {
    const converted = convertValue(value, from, to, conversion)
    return converted === null ? { reason: t`It is empty` } : { value: converted }
  } catch (error) {
    if (error instanceof UnfitValue) return { reason: error.message }
    throw error
  }
}
