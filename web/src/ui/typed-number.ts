import { formatLocale } from '../texts/language.ts'

function separators(): { decimal: string; group: string } {
  const parts = new Intl.NumberFormat(formatLocale()).formatToParts(12_345.6)
  const find = (type: string, otherwise: string) =>
    parts.find((part) => part.type === type)?.value ?? otherwise
  return { decimal: find('decimal', '.'), group: find('group', ',') }
}

/**
 * Parses a number as people type it in their language: `1,234.5` in English, `1.234,5` in German. Returns
 * null for anything else.
 */
export function parseNumber(text: string): number | null {
  const { decimal, group } = separators()
  const plain = text.replace(/[\s'’\u202f\u00a0]/g, '')
  const [whole = '', fraction, ...more] = plain.split(decimal)
  const sign = /^[-−]/.test(whole) ? '-' : ''
  const [first = '', ...groups] = whole.replace(/^[-−]/, '').split(group)
  const grouped = groups.length === 0 || (first.length <= 3 && groups.every((each) => each.length === 3))
  const digits = first + groups.join('')
  if (more.length > 0 || !grouped || !/^\d+$/.test(digits) || !/^\d*$/.test(fraction ?? '')) return null
  return Number(`${sign}${digits}.${fraction || '0'}`)
}

/** Formats a number for a text field, without groups of thousands. */
export function numberText(value: number): string {
  return new Intl.NumberFormat(formatLocale(), { useGrouping: false, maximumFractionDigits: 10 }).format(
    value,
  )
}
