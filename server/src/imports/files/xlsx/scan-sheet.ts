import type { Archive } from './archive.ts'

/** A cell that spans rows: `column` from 0, rows from 1. */
export type Merge = { column: number; top: number; bottom: number }

export type SheetScan = {
  /** Rows that hold a value. */
  filledRows: number
  /** Cells that span several rows; those that span columns alone carry no meaning for the cells beside. */
  merges: Merge[]
  /** Parts that declare a table on this sheet, as relation ids. */
  tableIds: string[]
}

const mostMerges = 50_000
const mostTables = 1_000
const tag = /<(\/?)(?:\w+:)?(row|v|t|mergeCell|tablePart)(?=[\s/>])([^>]*)>/g

/**
 * Counts the filled rows and collects what a worksheet declares after its rows. Looks for a handful of tags in the
 * bytes instead of parsing, since this reads every sheet to its end.
 */
export async function scanSheet(archive: Archive, part: string): Promise<SheetScan> {
  const scan: SheetScan = { filledRows: 0, merges: [], tableIds: [] }
  let rowHasValue = false
  let rest = ''
  for await (const chunk of archive.read(part)) {
    const text = rest + chunk.toString('latin1')
    const end = text.lastIndexOf('>') + 1
    rest = text.slice(end).slice(-100_000)
    for (const [, slash, name, attributes = ''] of text.slice(0, end).matchAll(tag)) {
      if (name === 'row') {
        if (slash !== '' && rowHasValue) scan.filledRows++
        rowHasValue = false
      } else if (name === 'v' || name === 't') {
        rowHasValue ||= slash !== ''
      } else if (name === 'mergeCell') {
        const merge = readMerge(attributes)
        if (merge && scan.merges.length < mostMerges) scan.merges.push(merge)
      } else {
        const id = /\br?:?id="([^"]+)"/.exec(attributes)?.[1]
        if (id !== undefined && scan.tableIds.length < mostTables) scan.tableIds.push(id)
      }
    }
  }
  return scan
}

function readMerge(attributes: string): Merge | undefined {
  const match = /ref="([A-Z]+)(\d+):[A-Z]+(\d+)"/.exec(attributes)
  if (!match || match[2] === match[3]) return undefined
  const column = [...match[1]!].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
  return { column, top: Number(match[2]), bottom: Number(match[3]) }
}
