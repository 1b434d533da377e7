import { z } from 'zod'
import { t } from '#texts'
import { blank, quote, type Reading, refused, understood } from '../../contact-formats/reading.ts'
import { unsafeCell } from '../../files/safe-cell.ts'

const uuid = z.uuid()

/** The ID of an application or a candidate, as an export writes it. */
export function readId(cell: string): Reading<string> {
  const text = unsafeCell(cell).trim()
  if (text === '') return blank
  if (uuid.safeParse(text).success) return understood(text.toLowerCase())
  return refused('invalid_id', t`${quote(text)} is not an ID from an export`)
}
