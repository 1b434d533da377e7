import { isDateFormat } from 'numfmt'
import type { Archive } from './archive.ts'
import { readXml } from './parse-xml.ts'

type NumberFormat = {
  isDate: boolean
  /** Digits to which the format pads with zeros, as postal codes do; 0 for none. */
  padTo: number
}

export type Styles = { formatOf(style: number): NumberFormat }

/** Format ids that mean dates or times without being written down in the workbook, East Asian ones included. */
const builtInDates = [
  [14, 22],
  [27, 36],
  [45, 47],
  [50, 58],
  [71, 81],
] as const
/** Programs write at most 255 characters. */
const longestCode = 1_000
const general: NumberFormat = { isDate: false, padTo: 0 }

/** The number format of each cell style; without a styles part every number is general. */
export async function readStyles(archive: Archive, part: string | undefined): Promise<Styles> {
  const codes = new Map<number, string>()
  const formatIds: number[] = []
  if (part !== undefined && archive.has(part)) {
    let inCellFormats = false
    await readXml(archive.read(part), {
      open(name, attributes) {
        const { numFmtId, formatCode = '' } = attributes
        if (name === 'numFmt' && formatCode.length <= longestCode) codes.set(Number(numFmtId), formatCode)
        else if (name === 'cellXfs') inCellFormats = true
        else if (name === 'xf' && inCellFormats) formatIds.push(Number(numFmtId ?? 0))
      },
      close(name) {
        if (name === 'cellXfs') inCellFormats = false
      },
    })
  }
  const known = new Map<number, NumberFormat>()
  const formats = formatIds.map((id) => {
    const format = known.get(id) ?? readFormat(id, codes.get(id))
    known.set(id, format)
    return format
  })
  return { formatOf: (style) => formats[style] ?? general }
}

function readFormat(id: number, code: string | undefined): NumberFormat {
  if (code === undefined) {
    return { isDate: builtInDates.some(([from, to]) => id >= from && id <= to), padTo: 0 }
  }
  const padding = /^"?(0{2,})"?(?:;@)?$/.exec(code)?.[1]
  return { isDate: isDate(code), padTo: padding?.length ?? 0 }
}

function isDate(code: string): boolean {
  try {
    return isDateFormat(code)
  } catch {
    return false
  }
}
