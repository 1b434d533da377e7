import type { Styles } from './read-styles.ts'

const dayMilliseconds = 86_400_000
/** Day 0 as the workbook counts: 1904 for those that began on a Mac. */
const epoch1900 = Date.UTC(1899, 11, 30)
const epoch1904 = Date.UTC(1904, 0, 1)

/** `_x000D_` is how a workbook writes characters XML has none for. */
export function unescapeText(text: string): string {
  if (!text.includes('_x')) return text
  return text
    .replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replaceAll('\0', '')
}

/** A number cell as text: dates by their format as ISO, zeros kept where the format pads, no binary noise. */
export function numberText(value: string, style: number, styles: Styles, is1904: boolean): string {
  const number = Number(value)
  if (value === '' || Number.isNaN(number)) return value
  const format = styles.formatOf(style)
  if (format.isDate) return dateText(number, is1904) ?? plainNumber(number)
  const plain = plainNumber(number)
  return format.padTo > 0 && /^\d+$/.test(plain) ? plain.padStart(format.padTo, '0') : plain
}

/** Spreadsheets show 15 digits; the ones behind are binary noise. */
function plainNumber(number: number): string {
  const rounded = Number(number.toPrecision(15))
  if (Number.isInteger(rounded) && Math.abs(rounded) < 1e21) return BigInt(rounded).toString()
  const text = String(rounded)
  return text.includes('e') ? rounded.toFixed(20).replace(/\.?0+$/, '') : text
}

function dateText(serial: number, is1904: boolean): string | null {
  if (serial < 0 || serial > 2_958_466) return null
  if (serial < 1) return clockText(serial)
  // The 1900 count has a 29 February 1900 that never was.
  const days = !is1904 && serial < 60 ? serial + 1 : serial
  const milliseconds = (is1904 ? epoch1904 : epoch1900) + Math.round((days * dayMilliseconds) / 1000) * 1000
  const iso = new Date(milliseconds).toISOString()
  return iso.endsWith('T00:00:00.000Z') ? iso.slice(0, 10) : iso.slice(0, 19)
}

function clockText(serial: number): string {
  return new Date(Math.round((serial * dayMilliseconds) / 1000) * 1000).toISOString().slice(11, 19)
}

/** A cell of type `d` holds ISO text; midnight is a date alone. */
export function isoCellText(value: string): string {
  return value.replace(/T00:00(?::00(?:\.0+)?)?Z?$/, '').replace(/\.\d+(?=Z?$)/, '')
}
