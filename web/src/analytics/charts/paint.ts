import type { BarChart, Chart, FigureRow, HourChart, TimeChart } from './chart.ts'
import { formatHour, formatWeekday, hoursShown, shadeOf, weekdays } from './hours.ts'

const width = 960
const margin = 32
const inner = width - 2 * margin
const line = 28
const gap = 24
const sharpness = 2

/** Returns the page's colours and fonts for a canvas. */
function readCanvasStyle() {
  const style = getComputedStyle(document.documentElement)
  const color = (name: string) => style.getPropertyValue(`--${name}`).trim()
  const family = style.getPropertyValue('--font').trim()
  const font = (size: string, weight: string) =>
    `${style.getPropertyValue(`--weight-${weight}`).trim()} ${style.getPropertyValue(`--text-${size}`).trim()} ${family}`
  return { color, font }
}

type CanvasStyle = ReturnType<typeof readCanvasStyle>

/** Returns a function that draws text at a position, truncated to a width. */
function writer(canvas: CanvasRenderingContext2D, { color, font }: CanvasStyle) {
  return (
    text: string,
    x: number,
    y: number,
    { size = 'body', weight = 'text', ink = 'ink', align = 'left' as CanvasTextAlign, room = inner } = {},
  ) => {
    canvas.font = font(size, weight)
    canvas.fillStyle = color(ink)
    canvas.textAlign = align
    let shown = text
    while (shown.length > 1 && canvas.measureText(shown).width > room) shown = `${shown.slice(0, -2)}…`
    canvas.fillText(shown, x, y)
    return canvas.measureText(shown).width
  }
}

type Write = ReturnType<typeof writer>

function heightOf(chart: Chart): number {
  const head = chart.title ? line : 0
  if (chart.kind === 'bars') return head + (chart.headers.notes?.length ? line : 0) + chart.bars.length * line
  if (chart.kind === 'hours') return head + (weekdays.length + 1) * line
  if (chart.kind === 'time') return head + chart.series.length * (line + timeHeight) + line
  return head + chart.items.length * line
}

const noteWidth = 96
/** The height of one series over time. */
const timeHeight = 96

function paintBars(
  canvas: CanvasRenderingContext2D,
  write: Write,
  { color }: CanvasStyle,
  { bars, headers }: BarChart,
  from: number,
  most: number,
) {
  const notes = headers.notes?.length ?? 0
  const left = margin + 220
  const right = margin + inner - notes * noteWidth - 72
  const end = (column: number) => right + 72 + column * noteWidth
  let y = from
  if (notes > 0) {
    const small = { size: 'caption', ink: 'ink-3', align: 'right', room: noteWidth - 8 } as const
    write(headers.figure, end(0), y + line / 2, small)
    headers.notes?.forEach((note, index) => {
      write(note, end(index + 1), y + line / 2, small)
    })
    y += line
  }
  for (const bar of bars) {
    const middle = y + line / 2
    write(bar.label, margin, middle, { room: 208 })
    const length = most > 0 ? ((bar.value ?? 0) / most) * (right - left) : 0
    canvas.fillStyle = color(bar.quiet ? 'line-control' : 'accent')
    if (length > 0) canvas.fillRect(left, middle - 8, Math.max(length, 2), 16)
    if (bar.part && bar.value) {
      canvas.fillStyle = color('accent-pale')
      canvas.fillRect(left, middle - 8, (bar.part.value / bar.value) * length, 16)
    }
    write(bar.figure.text, end(0), middle, { weight: 'strong', align: 'right' })
    bar.notes?.forEach((note, index) => {
      write(note.text, end(index + 1), middle, {
        size: 'caption',
        ink: 'ink-2',
        align: 'right',
        room: noteWidth - 8,
      })
    })
    y += line
  }
}

function paintHours(
  canvas: CanvasRenderingContext2D,
  write: Write,
  { color }: CanvasStyle,
  { cells }: HourChart,
  from: number,
) {
  const hours = hoursShown(cells)
  const left = margin + 56
  const step = (inner - 56) / hours.length
  const small = { size: 'caption', align: 'center' } as const
  hours.forEach((hour, index) => {
    write(formatHour(hour), left + (index + 0.5) * step, from + line / 2, { ...small, ink: 'ink-3' })
  })
  for (const weekday of weekdays) {
    const top = from + weekday * line
    write(formatWeekday(weekday, 'short'), margin, top + line / 2, { size: 'caption', ink: 'ink-3' })
    hours.forEach((hour, index) => {
      const cell = cells.find((each) => each.weekday === weekday && each.hour === hour)
      const x = left + index * step
      canvas.fillStyle = color('hover')
      canvas.fillRect(x + 1, top + 1, step - 2, line - 2)
      if (!cell) return
      canvas.globalAlpha = cell.few ? 0 : shadeOf(cell) / 100
      canvas.fillStyle = color('accent')
      canvas.fillRect(x + 1, top + 1, step - 2, line - 2)
      canvas.globalAlpha = 1
      write(cell.words.share, x + step / 2, top + line / 2, small)
    })
  }
}

function paintTime(
  canvas: CanvasRenderingContext2D,
  write: Write,
  { color }: CanvasStyle,
  { series, buckets }: TimeChart,
  from: number,
) {
  const step = inner / buckets.length
  let top = from
  for (const { label, figure, note, points, mark, most } of series) {
    write([label, figure?.text, note].filter(Boolean).join('  '), margin, top + line / 2)
    const highest = most ?? Math.max(...points.map(({ value }) => value ?? 0), 1)
    const bottom = top + line + timeHeight - 12
    const heightOfValue = (value: number) => (value / highest) * (timeHeight - 16)
    canvas.strokeStyle = color('accent')
    canvas.lineWidth = 1.75
    canvas.beginPath()
    points.forEach(({ value, part }, index) => {
      const x = margin + index * step
      if (value === null) return
      if (mark === 'columns') {
        canvas.fillStyle = color('accent')
        canvas.fillRect(x + 1, bottom - heightOfValue(value), step - 2, heightOfValue(value))
        canvas.fillStyle = color('accent-pale')
        if (part)
          canvas.fillRect(x + 1, bottom - heightOfValue(part.value), step - 2, heightOfValue(part.value))
        return
      }
      const joins = index > 0 && points[index - 1]!.value !== null
      const [across, y] = [x + step / 2, bottom - heightOfValue(value)]
      if (joins) canvas.lineTo(across, y)
      else canvas.moveTo(across, y)
      canvas.fillStyle = color('accent')
      canvas.fillRect(across - 2, y - 2, 4, 4)
    })
    canvas.stroke()
    top += line + timeHeight
  }
  const every = Math.ceil(buckets.length / 8)
  buckets.forEach((label, index) => {
    if (index % every === 0)
      write(label, margin + index * step, top + line / 2, { size: 'caption', ink: 'ink-3' })
  })
}

function paintFigures(write: Write, { items }: FigureRow, from: number) {
  items.forEach(({ label, figure, note = '' }, index) => {
    const y = from + (index + 0.5) * line
    write(label, margin, y, { room: 260 })
    write(figure.text, margin + 360, y, { weight: 'strong', align: 'right' })
    write(note, margin + 384, y, { size: 'caption', ink: 'ink-2', room: inner - 384 })
  })
}

interface Picture {
  title: string
  /** The period and the filters. */
  text: string
  charts: readonly Chart[]
  scales: Record<string, number>
}

/** Renders a report as an image in the current theme, with its numbers, period and filters. */
export async function paint({ title, text, charts, scales }: Picture): Promise<Blob> {
  const height = margin * 2 + line * 2 + charts.reduce((sum, chart) => sum + heightOf(chart) + gap, 0)
  const element = document.createElement('canvas')
  element.width = width * sharpness
  element.height = height * sharpness
  const canvas = element.getContext('2d')
  if (!canvas) throw new Error('This browser cannot draw')
  const colors = readCanvasStyle()
  canvas.scale(sharpness, sharpness)
  canvas.textBaseline = 'middle'
  canvas.fillStyle = colors.color('panel')
  canvas.fillRect(0, 0, width, height)
  const write = writer(canvas, colors)
  write(title, margin, margin, { size: 'title', weight: 'title' })
  write(text, margin, margin + line, { ink: 'ink-2' })
  let y = margin + line * 2
  for (const chart of charts) {
    let top = y
    if (chart.title) {
      const used = write(chart.title, margin, top + line / 2, { weight: 'strong', room: inner - 120 })
      if (chart.base) write(chart.base.text, margin + used + 12, top + line / 2, { ink: 'ink-3' })
      top += line
    }
    if (chart.kind === 'bars') paintBars(canvas, write, colors, chart, top, scales[chart.scale] ?? 0)
    else if (chart.kind === 'hours') paintHours(canvas, write, colors, chart, top)
    else if (chart.kind === 'time') paintTime(canvas, write, colors, chart, top)
    else paintFigures(write, chart, top)
    y += heightOf(chart) + gap
  }
  return new Promise((resolve, reject) => {
    element.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('Not drawn'))), 'image/png')
  })
}
