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
const general: NumberFormat = { isDate: false, padTo: 0 }

/** The number format of each cell style; without a styles part every number is general. */
export async function readStyles(archive: Archive, part: string | undefined): Promise<Styles> {
  const codes = new Map<number, string>()
  const formatIds: number[] = []
  if (part !== undefined && archive.has(part)) {
    let inCellFormats = false
    await readXml(archive.read(part), {
      open(name, attributes) {
        if (name === 'numFmt') codes.set(Number(attributes.numFmtId), attributes.formatCode ?? '')
        else if (name === 'cellXfs') inCellFormats = true
        else if (name === 'xf' && inCellFormats) formatIds.push(Number(attributes.numFmtId ?? 0))
      },
      close(name) {
        if (name === 'cellXfs') inCellFormats = false
      },
    })
  }
  const formats = formatIds.map((id) => readFormat(id, codes.get(id)))
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
