import { t } from '#texts'
import { cleanCell, isNoValue, readFormulaCell } from '../../contact-formats/no-value.ts'
import {
  blank,
  doubtful,
  quote,
  type Reading,
  understood,
  type ValueProblem,
} from '../../contact-formats/reading.ts'
import { unsafeCell } from '../../files/safe-cell.ts'

const longestTag = 40
/** More than any 50 tags take. */
const longestCell = 10_000
/** Of one row. */
export const mostTags = 50

/**
 * A list in one cell: split at semicolons, bars or lines where there are any, else at commas. Repeats are dropped, and
 * what is no value, unless the cell is `isExport`, of a file that was exported here.
 */
export function readTags(cell: string, isExport = false): Reading<string[]> {
  const text = isExport ? unsafeCell(cell).trim() : cleanCell(cell)
  const isNothing = (part: string) => part === '' || (!isExport && isNoValue(part))
  const formula = readFormulaCell(text)
  if (formula) return formula
  if (isNothing(text)) return blank
  const tags = new Map<string, string>()
  const tooLong: string[] = []
  for (const part of parts(text.slice(0, longestCell))) {
    const tag = isExport ? part.trim() : part.replace(/\s+/g, ' ').trim()
    if (isNothing(tag)) continue
    if (tag.length > longestTag) tooLong.push(tag)
    else if (!tags.has(tag.toLowerCase())) tags.set(tag.toLowerCase(), tag)
  }
  const kept = [...tags.values()].slice(0, mostTags)
  if (tooLong.length > 0) {
    return doubtful(
      kept,
      'too_long',
      t`${quote(tooLong[0]!)} is longer than the limit of ${longestTag} characters for a tag`,
    )
  }
  if (tags.size > mostTags) return { value: kept, problem: tooManyTags() }
  return understood(kept)
}

export function tooManyTags(): ValueProblem {
  return { code: 'too_long', message: t`Only the first ${mostTags} tags are kept`, severity: 'warning' }
}

function parts(text: string): string[] {
  if (/^\[.*\]$/s.test(text)) {
    try {
      const list: unknown = JSON.parse(text)
      if (Array.isArray(list)) return list.map(textOf)
    } catch {
      return text.slice(1, -1).replace(/['"]/g, '').split(',')
    }
  }
  const separator = [/[;；]/, /\|/, /\n/].find((candidate) => candidate.test(text)) ?? /[,，、]/
  return text.split(separator)
}

/** An element of a list in JSON: a text, or something with a name. */
function textOf(element: unknown): string {
  if (typeof element !== 'object' || element === null) return String(element ?? '')
  const { name, label, value } = element as Record<string, unknown>
  const text = [name, label, value].find((one) => typeof one === 'string')
  return typeof text === 'string' ? text : JSON.stringify(element)
}
