import { candidateLengths } from '@muster/contract/text-lengths.ts'
import type { ResolvedRow } from './resolved-row.ts'

type Row = Pick<ResolvedRow, 'notes' | 'remarks' | 'corrects'>

/** Notes with the remarks of a row, each a paragraph of its own. One that is there already is not repeated. */
export function withRemarks(notes: string | null, { remarks, corrects }: Row): string | null {
  let joined = notes
  for (const { field, text } of remarks) {
    // A corrected row says again what the earlier import stored.
    if (corrects && !corrects.fields.has(field)) continue
    if (joined?.includes(text)) continue
    const longer = joined === null ? text : `${joined}\n\n${text}`
    if (longer.length <= candidateLengths.notes) joined = longer
  }
  return joined
}
