import { type CellKind, isBlank, isRule, kindOf } from './cell-kind.ts'
import type { Header } from './find-header.ts'
import type { Row, RowsOptions } from './table.ts'

/** Rows held back at most, until it is known whether the table goes on below them. */
const longestFooter = 20
/** Rows from which the kinds of a column are learnt. */
const rowsToLearnFrom = 500

const openings = '[\\s*#=_~|<>(\\[{–—-]*'
const summary = new RegExp(
  `^${openings}(?:${[
    '(?:grand |sub ?)?totals?\\b|sum\\b|count\\b|average\\b|(?:record|row|candidate|applicant)s? counts?\\b|(?:number|total) of (?:records|rows|candidates|applicants)\\b',
    '(?:end|eof|bottom) of (?:report|file|list|export|data|document|table)|(?:report|generated|exported|created|printed|downloaded|run) (?:generated|created|by|on|at|from|date|time)\\b|confidential|©|\\(c\\)|copyright\\b|all rights reserved|source\\s*:|disclaimer\\b|notes?\\s*:\\s|\\*',
    'page \\d+|\\d[\\d,. ]* (?:rows?|records?|results?|candidates?|applicants?|entries)\\b|(?:rows?|records?|results?)\\s*(?:selected|:)',
    'summe|gesamt|zwischensumme|insgesamt|anzahl\\b|stand\\s*:|erstellt (?:am|von)|exportiert|seite \\d+|ende (?:des|der)|vertraulich|quelle\\s*:|\\d+ (?:datensätze|zeilen|einträge|bewerber|kandidaten)\\b',
    'sous-total|total général|nombre (?:de|total)|exporté|généré|édité|imprimé|fin (?:du|de la|de l|del|de)\\b|confidentiel|source\\s*:|\\d+ (?:lignes|enregistrements|résultats|candidats|candidatures)\\b',
    'subtotal|suma\\b|número de|cantidad de|exportado|generado|impreso|página \\d+|confidencial|fuente\\s*:|\\d+ (?:filas|registros|resultados|candidatos)\\b',
    'итого|всего|подытог|количество|конец|страница \\d+|стр\\. ?\\d+|выгружено|сформирован|создано|конфиденциально|источник\\s*:',
    '合计|总计|共计|小计|共 ?\\d+|第 ?\\d+ ?页|导出时间|制表|生成时间|机密|数据来源',
  ].join('|')})`,
  'iu',
)
/** What stands at the end of each page or group, wherever that is. */
const pageEnd = new RegExp(
  `^${openings}(?:(?:page|seite|página|pagina|страница|стр\\.?) \\d+(?: ?(?:of|von|sur|de|di|из|/) ?\\d+)?\\W*$|第 ?\\d+ ?页|(?:sub-?totals?|sub total|zwischensumme|sous-total|подытог|小计)(?![\\p{L}\\p{N}]))`,
  'iu',
)

/**
 * The data rows of a table: not its header, blank rows, a header repeated further down, nor the notes and totals
 * below it. A sparse row at the very end counts as such a note only on evidence, so the last person is kept.
 * `tableEnd` is the last row that the workbook itself declares to be of the table.
 */
export async function* leaveOutRows(
  rows: AsyncIterable<Row>,
  header: Header,
  { after = 0, onLeftOut }: RowsOptions = {},
  tableEnd?: number,
): AsyncGenerator<Row> {
  const width = header.columns.length
  const kinds = learnKinds(width)
  const headers = header.columns.map(({ original }) => fold(original))
  const isHeader = ({ cells }: Row) =>
    header.headerRow > 0 && width > 1 && headers.every((name, index) => name === fold(cells[index] ?? ''))
  let held: Row[] = []

  for await (const row of rows) {
    if (row.number <= header.lastHeaderRow || isBlank(row.cells) || isRule(row.cells)) continue
    while (row.cells.length < width) row.cells.push('')
    if (isHeader(row)) {
      if (row.number > after) onLeftOut?.(row, 'header_again')
      continue
    }
    if (isPageEnd(row, width)) {
      if (row.number > after) onLeftOut?.(row, 'below_table')
      continue
    }
    if (isSuspect(row, width)) {
      held.push(row)
      if (held.length <= longestFooter) continue
    } else {
      kinds.learn(row)
      held.push(row)
    }
    const last = isSuspect(row, width) ? held.length - longestFooter : held.length
    for (const data of held.slice(0, last)) if (data.number > after) yield data
    held = held.slice(last)
  }

  const footer = held.length - startOfFooter(held, kinds.contradicts, tableEnd)
  const data = held.slice(0, held.length - footer)
  for (const row of data) if (row.number > after) yield row
  for (const row of held.slice(data.length)) if (row.number > after) onLeftOut?.(row, 'below_table')
}

function fold(header: string): string {
  return header.trim().toLowerCase()
}

function isPageEnd({ cells }: Row, width: number): boolean {
  const first = cells.find((cell) => cell !== '' && cell.trim() !== '') ?? ''
  if (width < 2 || first.length > 80 || !pageEnd.test(first.trim())) return false
  return cells.filter((cell) => cell.trim() !== '').length <= Math.max(2, width / 2)
}

/** Few cells for this table, or words of a summary: a note below the table would look like this. */
function isSuspect({ cells }: Row, width: number): boolean {
  let filled = 0
  let first = ''
  for (const cell of cells) {
    if (cell === '' || cell.trim() === '') continue
    if (filled === 0) first = cell
    filled++
  }
  if (width >= 3 && filled <= Math.max(1, Math.floor(width / 3))) return true
  // Sums leave something blank.
  return (filled < width || width < 3) && summary.test(first.trim())
}

/** The index in the held rows from which they are notes; their number when all are data. */
function startOfFooter(
  held: Row[],
  contradicts: (row: Row) => boolean,
  tableEnd: number | undefined,
): number {
  const identifies = ({ cells }: Row) =>
    cells.some((cell) => ['email', 'url', 'phone'].includes(kindOf(cell)))
  const starts = [held.length]
  const beyond = held.findIndex(({ number }) => tableEnd !== undefined && number > tableEnd)
  if (beyond !== -1) starts.push(beyond)
  const summed = held.findIndex(
    (row) => summary.test(row.cells.find((cell) => cell.trim() !== '')!.trim()) && !identifies(row),
  )
  if (summed !== -1) starts.push(summed)
  const contradicting = held.filter(contradicts)
  if (contradicting.length > 0) {
    // Notes run on over several rows: some of them hit upon columns where text is at home.
    const isScattered = contradicting.length >= held.length / 2 && !held.some(identifies)
    starts.push(isScattered ? 0 : held.indexOf(contradicting[0]!))
  }
  const prose = held.findIndex((row, index) => {
    const filled = row.cells.filter((cell) => cell.trim() !== '')
    const follows = index > 0 ? held[index - 1]!.number : undefined
    const isApart = follows === undefined || row.number > follows + 1
    return isApart && filled.length === 1 && filled[0]!.trim().split(/\s+/).length >= 5 && !identifies(row)
  })
  if (prose !== -1) starts.push(prose)
  return Math.min(...starts)
}

/** Learns which columns hold one kind of value only, and tells rows with text in such a column. */
function learnKinds(width: number) {
  const filled = new Array<number>(width).fill(0)
  const tally = Array.from({ length: width }, () => new Map<CellKind, number>())
  let learnt = 0
  return {
    learn({ cells }: Row) {
      if (learnt >= rowsToLearnFrom) return
      learnt++
      for (let column = 0; column < width; column++) {
        const cell = cells[column]!
        if (cell === '' || cell.trim() === '') continue
        const kind = kindOf(cell)
        filled[column]!++
        tally[column]!.set(kind, (tally[column]!.get(kind) ?? 0) + 1)
      }
    },
    contradicts({ cells }: Row): boolean {
      return tally.some((counts, column) => {
        const cell = cells[column]?.trim() ?? ''
        if (cell === '' || filled[column]! < 3 || kindOf(cell) !== 'text' || !/\p{L}{2}/u.test(cell))
          return false
        const ofOneKind = Math.max(
          0,
          ...[...counts].filter(([kind]) => kind !== 'text').map(([, count]) => count),
        )
        return ofOneKind >= filled[column]! * 0.95
      })
    },
  }
}
