import type { ReportFigure, RowsPeriod } from '@muster/contract/report-rows.ts'
import type { StatusType } from '@muster/contract/status-types.ts'

/** A number of a report as it is shown, and what it counts, which opens those rows. */
export interface Figure {
  text: string
  counts?: ReportFigure | undefined
  /** Where it is not the report's own: that of one day. */
  period?: RowsPeriod | undefined
}

/** A line of a chart: its name, its bar, its number, and what else is known of it. */
export interface Bar {
  key: string
  label: string
  type?: StatusType
  /** How long the bar is; null where there is nothing to measure. */
  value: number | null
  figure: Figure
  /** A part of the bar, in the second shade. */
  part?: { value: number; figure: Figure }
  notes?: readonly Figure[]
  /** Not one of those that are compared, such as "none given". */
  quiet?: boolean
}

/** How many of the six columns a chart takes where there is room. */
type Span = 2 | 3 | 4 | 6

/** Bars below one another, each with its number. */
export interface BarChart {
  kind: 'bars'
  key: string
  span: Span
  title?: string | undefined
  /** What it counts, one sentence. */
  definition?: string | undefined
  /** "n 486", or what else all of it is of. */
  base?: Figure | undefined
  /** What stands in each column of the table: names, numbers, the part, the notes. */
  heads: { label: string; figure: string; part?: string; notes?: readonly string[] }
  bars: readonly Bar[]
  /** Where not all bars are there, or not only the first: what shows the others, such as "Show all 94". */
  more?: string | undefined
  /** Charts of one scale are drawn against the same longest bar. */
  scale: string
}

/** A week by the hour: a shade for each. */
export interface HourChart {
  kind: 'hours'
  key: string
  span: Span
  title?: string | undefined
  definition?: string | undefined
  base?: Figure | undefined
  /** Heads of the table's columns. */
  heads: { weekday: string; hour: string; share: string; placed: string; answered: string }
  cells: readonly {
    weekday: number
    hour: number
    share: number
    /** In words: the day, the hour, the share. */
    words: { weekday: string; hour: string; share: string }
    placed: Figure
    answered: Figure
    /** Too few to go by. */
    few: boolean
  }[]
}

/** Numbers without a bar, side by side. */
export interface FigureRow {
  kind: 'figures'
  key: string
  span: Span
  title?: string | undefined
  definition?: string | undefined
  base?: Figure | undefined
  heads: { label: string; figure: string; note: string }
  items: readonly { key: string; label: string; definition?: string; figure: Figure; note?: string }[]
}

/** What a report shows: read as a picture, as a table and as an image to keep. */
export type Chart = BarChart | HourChart | FigureRow

/** The longest bar of each scale, of all charts that stand side by side. */
export function scalesOf(charts: readonly Chart[]): Record<string, number> {
  const most: Record<string, number> = {}
  for (const chart of charts) {
    if (chart.kind !== 'bars') continue
    for (const { value } of chart.bars) most[chart.scale] = Math.max(most[chart.scale] ?? 0, value ?? 0)
  }
  return most
}

/**
 * How many signs the numbers of each column have at most, for the charts of each scale that is not one chart's alone: so
 * all of these leave their bars the same room.
 */
export function roomsOf(charts: readonly Chart[]): Record<string, number[]> {
  const bars = charts.filter((chart) => chart.kind === 'bars')
  const rooms: Record<string, number[]> = {}
  for (const { scale } of bars) {
    const together = bars.filter((chart) => chart.scale === scale)
    if (rooms[scale] || together.length < 2) continue
    const columns = together.flatMap((chart) => [
      ['', ...(chart.heads.notes ?? [])],
      ...chart.bars.map(({ figure, notes = [] }) => [figure.text, ...notes.map((note) => note.text)]),
    ])
    const count = Math.max(...columns.map((texts) => texts.length))
    rooms[scale] = Array.from({ length: count }, (_, column) =>
      Math.max(...columns.map((texts) => texts[column]?.length ?? 0)),
    )
  }
  return rooms
}

export interface Table {
  heads: readonly string[]
  rows: readonly (readonly Figure[])[]
}

const text = (value: string): Figure => ({ text: value })

/** The same numbers as a table, each cell with the rows it counts. */
export function tableOf(chart: Chart): Table {
  switch (chart.kind) {
    case 'bars': {
      const { heads, bars } = chart
      return {
        heads: [heads.label, heads.figure, ...(heads.part ? [heads.part] : []), ...(heads.notes ?? [])],
        rows: bars.map(({ label, figure, part, notes = [] }) => [
          text(label),
          figure,
          ...(heads.part ? [part?.figure ?? text('')] : []),
          ...notes,
        ]),
      }
    }
    case 'hours': {
      const { heads, cells } = chart
      return {
        heads: [heads.weekday, heads.hour, heads.placed, heads.answered, heads.share],
        rows: cells.map(({ words, placed, answered }) => [
          text(words.weekday),
          text(words.hour),
          placed,
          answered,
          text(words.share),
        ]),
      }
    }
    case 'figures':
      return {
        heads: [chart.heads.label, chart.heads.figure, chart.heads.note],
        rows: chart.items.map(({ label, figure, note = '' }) => [text(label), figure, text(note)]),
      }
  }
}
