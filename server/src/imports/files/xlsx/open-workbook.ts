import { t } from '#texts'
import { suggestMapping } from '../../meaning/suggest-mapping.ts'
import { findHeader, type Header, rowsForHeader } from '../find-header.ts'
import { ImportFileError } from '../import-file-error.ts'
import { leaveOutRows } from '../leave-out-rows.ts'
import type { Row, RowsOptions, Table } from '../table.ts'
import { type Archive, openArchive } from './archive.ts'
import { readDirectory, readTableEnd, type SheetEntry, type WorkbookDirectory } from './read-directory.ts'
import { readSheet, type SheetSource } from './read-sheet.ts'
import { readStyles, type Styles } from './read-styles.ts'
import { type Merge, scanSheet } from './scan-sheet.ts'
import { readSharedStrings, type SharedStrings } from './shared-strings.ts'

const mostSheets = 200

type OpenSheet = SheetEntry & {
  rows: number
  merges: Merge[]
  tableEnd: number | undefined
  header: Header
  first: Row[]
}

type Shared = { directory: WorkbookDirectory; styles: Styles; strings: SharedStrings }

/** Opens the given worksheet, or the one that looks most like a list of people. */
export async function openWorkbook(
  path: string,
  given: { sheet?: string; headerRow?: number },
): Promise<Table> {
  const archive = await openArchive(path)
  let shared: Shared | undefined
  try {
    const directory = await readDirectory(archive)
    const styles = await readStyles(archive, directory.stylesPart)
    shared = { directory, styles, strings: await readSharedStrings(archive, directory.stringsPart) }
    const sheets: OpenSheet[] = []
    for (const entry of directory.sheets.slice(0, mostSheets)) {
      const isGiven = given.sheet === entry.name || directory.sheets.length === 1
      sheets.push(await openSheet(archive, shared, entry, isGiven ? given.headerRow : undefined))
    }
    const sheet = chooseSheet(sheets, given.sheet)
    if (given.sheet === undefined && given.headerRow !== undefined && sheets.length > 1) {
      Object.assign(sheet, await openSheet(archive, shared, sheet, given.headerRow))
    }
    if (sheet.header.columns.length === 0)
      throw new ImportFileError('no_rows', t`The sheet “${sheet.name}” contains no rows.`)
    return describeTable(path, shared, sheets, sheet)
  } finally {
    if (shared?.strings.isOnDisk) shared.strings.close()
    archive.close()
  }
}

async function openSheet(
  archive: Archive,
  shared: Shared,
  entry: SheetEntry,
  headerRow?: number,
): Promise<OpenSheet> {
  const { filledRows, merges, tableIds } = await scanSheet(archive, entry.part)
  const tableEnd = await readTableEnd(archive, entry.part, tableIds)
  const first: Row[] = []
  for await (const row of readSheet(sourceOf(archive, shared, entry.part, merges))) {
    if (row.number < (headerRow ?? 0) - 1) continue
    first.push(row)
    if (first.length === rowsForHeader) break
  }
  const header = await findHeader(first, headerRow)
  const above = first.filter(({ number }) => number <= header.lastHeaderRow).length
  const { name, part, isHidden } = entry
  return { name, part, isHidden, rows: Math.max(0, filledRows - above), merges, tableEnd, header, first }
}

function sourceOf(archive: Archive, shared: Shared, part: string, merges: Merge[]): SheetSource {
  return {
    archive,
    part,
    strings: shared.strings,
    styles: shared.styles,
    is1904: shared.directory.is1904,
    merges,
  }
}

function chooseSheet(sheets: OpenSheet[], wanted: string | undefined): OpenSheet {
  if (wanted !== undefined) {
    const sheet = sheets.find(({ name }) => name === wanted)
    if (!sheet) throw new ImportFileError('no_such_sheet', t`The workbook has no sheet “${wanted}”.`)
    return sheet
  }
  const scores = sheets.map((sheet) => likenessToPeople(sheet))
  return sheets[scores.indexOf(Math.max(...scores))]!
}

const weights: Record<string, number> = {
  fullName: 3,
  firstName: 2,
  lastName: 2,
  email: 3,
  phone: 2,
  profileUrl: 2,
}

function likenessToPeople({ header, first, rows, isHidden }: OpenSheet): number {
  const data = first.filter(({ number }) => number > header.lastHeaderRow).slice(0, 20)
  const samples = header.columns.map(({ index }) =>
    data.map(({ cells }) => cells[index] ?? '').filter((cell) => cell.trim() !== ''),
  )
  const meant = suggestMapping(header.columns, samples)
  const likeness = meant.reduce(
    (sum, { field, confidence }) => sum + (field ? confidence * (weights[field] ?? 0.3) : 0),
    0,
  )
  return likeness + (rows > 0 ? 1 : 0) - (isHidden ? 5 : 0)
}

function describeTable(path: string, shared: Shared, sheets: OpenSheet[], sheet: OpenSheet): Table {
  const { part, merges, header, tableEnd } = sheet
  return {
    format: 'xlsx',
    encoding: null,
    delimiter: null,
    sheets: sheets.map(({ name, rows }) => ({ name, rows })),
    sheet: sheet.name,
    headerRow: header.headerRow,
    columns: header.columns,
    rows: (options?: RowsOptions) =>
      leaveOutRows(reread(path, shared, part, merges), header, options, tableEnd),
  }
}

/** Reads the sheet anew; strings that were on disk are read anew too, since nobody closes a table. */
async function* reread(path: string, shared: Shared, part: string, merges: Merge[]): AsyncGenerator<Row> {
  const archive = await openArchive(path)
  let strings = shared.strings
  try {
    if (strings.isOnDisk) strings = await readSharedStrings(archive, shared.directory.stringsPart)
    yield* readSheet(sourceOf(archive, { ...shared, strings }, part, merges))
  } finally {
    if (strings.isOnDisk) strings.close()
    archive.close()
  }
}
