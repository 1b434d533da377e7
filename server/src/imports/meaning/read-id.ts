import { z } from 'zod'
import { t } from '#texts'
import { unsafeCell } from '../../files/safe-cell.ts'
import { blank, quote, type Reading, refused, understood } from './reading.ts'

const uuid = z.uuid()

/** The ID of an application or a candidate, as an export writes it. */
export function readId(cell: string): Reading<string> {
  const text = unsafeCell(cell).trim()
  if (text === '') return blank
  if (uuid.safeParse(text).success) return understood(text.toLowerCase())
  return refused('invalid_id', t`${quote(text)} is not an ID that an export writes`)
}
