import { buffer } from 'node:stream/consumers'
import { currentLanguage, t } from '#texts'
import { missingMark, PdfWriter } from '../../pdf/pdf-writer.ts'
import type { ReportFigures } from '../report-figures.ts'
import { colors } from './colors.ts'
import { drawChart, heightOfChart } from './draw-chart.ts'
import { drawTable } from './draw-table.ts'

export interface PrintedReport {
  title: string
  /** Period, recipient, moment and filters, in words. */
  facts: readonly (readonly [string, string])[]
  figures: ReportFigures
  /** What is below the figures. */
  notes: readonly string[]
  /** Opens the same figures; null for those who may not open Explore. */
  link: string | null
  /** The name of the workspace. */
  workspace: string
  asOf: string
  fontFiles: readonly string[]
}

const margin = 48
const footerRoom = 24
/** A table with more columns than this lies across. */
const maxUpright = 8

function drawHead(page: PdfWriter, { title, facts, link, workspace }: PrintedReport): number {
  const small = { x: page.margin, width: page.width, size: 9 }
  page.write('Muster', { ...small, y: margin - 20, bold: true, color: colors.accent })
  page.write(workspace, {
    ...small,
    x: page.margin + 80,
    width: page.width - 80,
    y: margin - 20,
    color: colors['ink-3'],
    align: 'right',
    lines: 1,
  })
  let y = page.write(title, { ...small, y: margin, size: 20, bold: true, lines: 2 }) + 4
  const names = Math.min(Math.max(...facts.map(([name]) => page.widthOf(name, 9))) + 12, 160)
  for (const [name, value] of facts) {
    page.write(name, { ...small, y, width: names - 8, color: colors['ink-3'], lines: 1 })
    y = page.write(value, { ...small, x: page.margin + names, y, width: page.width - names, lines: 3 })
  }
  if (link)
    y = page.write(t`Open these figures`, { ...small, y: y + 3, bold: true, color: colors.accent, link })
  return y + 14
}

/** Numbers the pages, once it is known how many there are. */
function drawFooters(page: PdfWriter, { title }: PrintedReport): void {
  const { start, count } = page.pdf.bufferedPageRange()
  for (let index = start; index < start + count; index += 1) {
    page.pdf.switchToPage(index)
    const [number, y] = [index + 1, page.bottom + 12]
    const small = { y, size: 8, color: colors['ink-3'] }
    page.write(title, { ...small, x: page.margin, width: page.width - 100, lines: 1 })
    page.write(t`Page ${number} of ${count}`, {
      ...small,
      x: page.margin + page.width - 100,
      width: 100,
      align: 'right',
    })
  }
}

/** Draws a report as a PDF in the current language: its question, the chart, the figures as a table, and what they mean. */
export async function drawReport(report: PrintedReport): Promise<Buffer> {
  const { title, figures, notes, workspace, asOf, fontFiles } = report
  const page = new PdfWriter({
    title,
    author: workspace,
    created: new Date(asOf),
    language: currentLanguage(),
    layout: figures.table.columns.length > maxUpright && !figures.isEmpty ? 'landscape' : 'portrait',
    margin,
    footerRoom,
    fontFiles,
  })
  const bytes = buffer(page.pdf)
  const nextPage = () => {
    page.pdf.addPage()
    return margin
  }
  let y = drawHead(page, report)
  const whole = { x: page.margin, width: page.width }
  if (figures.isEmpty)
    y = page.write(t`Nothing was counted in this period.`, { ...whole, y, size: 12, bold: true }) + 8
  else {
    y = page.write(figures.title, { ...whole, y, size: 12, bold: true, lines: 2 }) + 6
    const chart = await figures.loadChart()
    if (chart) {
      if (y + heightOfChart(chart) > page.bottom) y = nextPage()
      y = drawChart(page, chart, y) + 12
    }
    y = drawTable(page, figures.table, y, nextPage) + 12
  }
  const missing = () =>
    page.hasMissing
      ? [
          t`${missingMark} stands for characters that this file has no font for. The email and the Excel file have them.`,
        ]
      : []
  for (const text of [...(figures.isEmpty ? [] : figures.notes), ...notes, ...missing()]) {
    const note = { ...whole, size: 8.5, color: colors['ink-2'] }
    if (y + page.heightOf(text, note) > page.bottom) y = nextPage()
    y = page.write(text, { ...note, y }) + 3
  }
  drawFooters(page, report)
  page.pdf.end()
  return bytes
}
