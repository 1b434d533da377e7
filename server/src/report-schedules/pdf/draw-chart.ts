import { spreadLabels } from '@muster/contract/line-scale.ts'
import { fewestToCompare } from '@muster/contract/measures.ts'
import { plural, t } from '#texts'
import type { PdfWriter } from '../../pdf/pdf-writer.ts'
import { formatList } from '../../texts/format.ts'
import type { ReportChart } from '../load-chart.ts'
import { colors, paleAccent, seriesColors } from './colors.ts'

type Kind<Name extends ReportChart['kind']> = Extract<ReportChart, { kind: Name }>
type Lines = Kind<'lines'>
type Point = Lines['lines'][number]['points'][number]

const small = 8
const barRow = 18
const plotHeight = 180
const markSize = 3

const note = (page: PdfWriter, text: string, y: number) =>
  page.write(text, {
    x: page.margin,
    y,
    width: page.width,
    size: small,
    color: colors['ink-3'],
  })

/** A bar for each group from a common zero, with its value and what it is of. */
function drawBars(page: PdfWriter, { bars, left }: Kind<'bars'>, top: number): number {
  const { pdf, margin } = page
  const names = Math.min(Math.max(...bars.map(({ name }) => page.widthOf(name, 9))) + 12, page.width * 0.32)
  const values = Math.max(...bars.map(({ text, of }) => page.widthOf(`${text}  ${of}`, 9))) + 12
  const room = page.width - names - values
  let y = top
  for (const { name, length, text, of, isFew } of bars) {
    page.write(name, { x: margin, y: y + 1, width: names - 8, size: 9, lines: 1 })
    pdf
      .rect(margin + names, y + 2, Math.max(length * room, 0.75), barRow - 6)
      .fill(isFew ? paleAccent : colors.accent)
    const at = margin + names + Math.max(length * room, 1) + 6
    page.write(text, { x: at, y: y + 1, width: values, size: 9, bold: true })
    page.write(of, {
      x: at + page.widthOf(`${text} `, 9, true) + 3,
      y: y + 1,
      width: values,
      size: 9,
      color: colors['ink-3'],
    })
    y += barRow
  }
  if (left > 0)
    y = note(
      page,
      t`${plural(left, { one: '# more group is', other: '# more groups are' })} in the table.`,
      y,
    )
  return y
}

/** An upright bar for each range of values. */
function drawDistribution(page: PdfWriter, { bars }: Kind<'distribution'>, top: number): number {
  const { pdf, margin } = page
  const width = page.width / bars.length
  const foot = top + 14 + plotHeight
  bars.forEach(({ name, length, text, isFew }, index) => {
    const x = margin + index * width
    const height = Math.max(length * plotHeight, text ? 0.75 : 0)
    const label = { x: x + 1, width: width - 2, size: 7, align: 'center' as const }
    pdf.rect(x + width * 0.1, foot - height, width * 0.8, height).fill(isFew ? paleAccent : colors.accent)
    page.write(text, { ...label, y: foot - height - 12, bold: true })
    page.write(name, { ...label, y: foot + 3, color: colors['ink-2'], lines: 2 })
  })
  pdf
    .moveTo(margin, foot)
    .lineTo(margin + page.width, foot)
    .lineWidth(0.6)
    .strokeColor(colors.line)
    .stroke()
  return foot + 28
}

/** Draws the mark of a line's points, so that lines can be told apart without colour. */
function drawMark({ pdf }: PdfWriter, series: number, x: number, y: number, isFew: boolean): void {
  const color = seriesColors[series]!
  const r = markSize
  const shapes = [
    () => pdf.circle(x, y, r),
    () => pdf.rect(x - r, y - r, 2 * r, 2 * r),
    () => pdf.polygon([x, y - r * 1.2], [x + r * 1.2, y + r], [x - r * 1.2, y + r]),
    () => pdf.polygon([x, y - r * 1.4], [x + r * 1.4, y], [x, y + r * 1.4], [x - r * 1.4, y]),
    () => pdf.polygon([x, y + r * 1.2], [x + r * 1.2, y - r], [x - r * 1.2, y - r]),
    () => pdf.rect(x - r * 1.4, y - r * 0.6, r * 2.8, r * 1.2),
  ]
  pdf
    .lineWidth(1.2)
    .strokeColor(color)
    .fillColor(isFew ? '#ffffff' : color)
  shapes[series]!().fillAndStroke()
}

interface Plot {
  left: number
  right: number
  top: number
}

const placeIn = ({ left, right, top }: Plot, { x, y }: Pick<Point, 'x' | 'y'>): [number, number] => [
  left + 6 + x * (right - left - 12),
  top + (1 - y) * plotHeight,
]

function drawAxis(page: PdfWriter, { values, times }: Lines, plot: Plot): void {
  for (const { at, text } of values) {
    const [, y] = placeIn(plot, { x: 0, y: at })
    page.pdf.moveTo(plot.left, y).lineTo(plot.right, y).lineWidth(0.6).strokeColor(colors.line).stroke()
    const label = { x: page.margin, width: plot.left - page.margin - 6, size: small }
    page.write(text, { ...label, y: y - 6, align: 'right', color: colors['ink-3'] })
  }
  for (const { at, text } of times) {
    const [x] = placeIn(plot, { x: at, y: 0 })
    const width = page.widthOf(text, small) + 2
    page.write(text, {
      x: x - width / 2,
      y: plot.top + plotHeight + 4,
      width,
      size: small,
      color: colors['ink-3'],
    })
  }
}

function drawLine(page: PdfWriter, points: readonly Point[], series: number, plot: Plot): void {
  const { pdf } = page
  points.forEach((point, index) => {
    const before = points[index - 1]
    if (!before || !point.isJoined) return
    pdf
      .moveTo(...placeIn(plot, before))
      .lineTo(...placeIn(plot, point))
      .lineWidth(1.6)
      .strokeColor(seriesColors[series]!)
    if (point.isPartial) pdf.dash(1.5, { space: 3 })
    pdf.stroke().undash()
  })
  for (const point of points) {
    const [x, y] = placeIn(plot, point)
    // Marks of many points would hide the line: those at its end, of few, or alone are enough.
    if (points.length <= 16 || point.isFew || point === points.at(-1))
      drawMark(page, series, x, y, point.isFew)
  }
}

/** Lines over a true time axis, each with its name at its end. */
function drawLines(page: PdfWriter, chart: Lines, top: number): number {
  const { lines, left } = chart
  const names = lines.map(({ name }) => name ?? '')
  const labels = Math.min(Math.max(0, ...names.map((name) => page.widthOf(name, small) + 18)), 130)
  const axis = Math.max(...chart.values.map(({ text }) => page.widthOf(text, small))) + 8
  const plot = { left: page.margin + axis, right: page.margin + page.width - labels, top: top + 6 }
  drawAxis(page, chart, plot)
  for (const [series, { points }] of lines.entries()) drawLine(page, points, series, plot)
  const ends = lines.map(({ points }) => placeIn(plot, points.at(-1) ?? { x: 1, y: 0 })[1] - plot.top)
  const places = spreadLabels(ends, plotHeight, 13)
  lines.forEach(({ name, points }, series) => {
    if (!name || points.length === 0) return
    const y = plot.top + places[series]!
    drawMark(page, series, plot.right + 6, y, false)
    page.write(name, {
      x: plot.right + 14,
      y: y - 6,
      width: labels - 14,
      size: small,
      color: seriesColors[series]!,
      lines: 1,
    })
  })
  let y = plot.top + plotHeight + 20
  const all = lines.flatMap(({ points }) => points)
  const groups = formatList(left)
  if (all.some(({ isPartial, isJoined }) => isPartial && isJoined)) y = note(page, t`Dotted: not over yet`, y)
  if (all.some(({ isFew }) => isFew))
    y = note(page, t`Hollow: of fewer than ${fewestToCompare}, too few to compare`, y)
  if (left.length > 0) y = note(page, t`Only in the table: ${groups}`, y)
  return y
}

/** Returns how high a chart is at most. */
export function heightOfChart(chart: ReportChart): number {
  return chart.kind === 'bars' ? (chart.bars.length + 1) * barRow : plotHeight + 64
}

/** Draws a chart and returns the place below it. */
export function drawChart(page: PdfWriter, chart: ReportChart, top: number): number {
  if (chart.kind === 'lines') return drawLines(page, chart, top)
  return chart.kind === 'bars' ? drawBars(page, chart, top) : drawDistribution(page, chart, top)
}
