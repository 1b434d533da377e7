import { createHash } from 'node:crypto'
import { normaliseHeader } from './normalise-header.ts'

/** Identifies a set of headers, whatever their order, case and padding, so that its mapping can be remembered. */
export function headerKey(headers: string[]): string {
  const names = headers.map((header) => normaliseHeader(header)).toSorted()
  return createHash('sha256').update(names.join('\n')).digest('hex')
}
