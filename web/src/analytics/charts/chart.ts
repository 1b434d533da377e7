import type { ReportFigure, RowsBehind, RowsPeriod } from '@muster/contract/report-rows.ts'
import type { StatusType } from '@muster/contract/status-types.ts'

/** A formatted number of a report, with the filter of the rows it counts. */
export interface Figure {
  text: string
  counts?: ReportFigure | undefined
  /** The rows behind it, if no filter of reports names them. */
  behind?: RowsBehind
  /** Of too few to compare. */
  few?: boolean
  /** Overrides the report's period, for example with a single day. */
  period?: RowsPeriod | undefined
}

/** A row of a bar chart: name, bar, number and notes. */
export interface Bar {
  key: string
  label: string
  type?: StatusType
  /** The length of the bar; null without data. */
  value: number | null
  figure: Figure
  /** The share of the bar in the second shade. */
  part?: { value: number; figure: Figure }
  notes?: readonly Figure[]
  /** Excluded from the comparison, such as "none given". */
  quiet?: boolean
}

/** The number of grid columns out of six, on a wide screen. */
type Span = 2 | 3 | 4 | 6

/** A bar chart with horizontal bars. */
export interface BarChart {
  kind: 'bars'
  key: string
  span: Span
  title?: string | undefined
  /** What it counts, in one sentence. */
  definition?: string | undefined
  /** The base of the percentages, such as "n 486". */
  base?: Figure | undefined
  /** The headers of the table: names, numbers, the part, the notes. */
  headers: { label: string; figure: string; part?: string; notes?: readonly string[] }
  bars: readonly Bar[]
  /** The label of the button that shows all or only the first bars, such as "Show all 94". */
  more?: string | undefined
  /** Charts with the same scale share the longest bar. */
  scale: string
}

/** A heat map of a week by hour. */
export interface HourChart {
  kind: 'hours'
  key: string
  span: Span
  title?: string | undefined
  definition?: string | undefined
  base?: Figure | undefined
  /** Says which cells have no color. */
  legend: string
  /** The headers of the table. */
  headers: { weekday: string; hour: string; share: string; placed: string; answered: string }
  cells: readonly {
    weekday: number
    hour: number
    share: number
    /** The label of the cell: day, hour, share and what it is of. */
    words: { weekday: string; hour: string; share: string; of: string }
    placed: Figure
    answered: Figure
    /** Too few calls to be meaningful. */
    few: boolean
  }[]
}

/** Figures side by side, without bars. */
export interface FigureRow {
  kind: 'figures'
  key: string
  span: Span
  title?: string | undefined
  definition?: string | undefined
  base?: Figure | undefined
  headers: { label: string; figure: string; note: string }
  items: readonly { key: string; label: string; definition?: string; figure: Figure; note?: string }[]
}

/** Series over a time axis. */
export interface TimeChart {
  kind: 'time'
  key: string
  span: Span
  title?: string | undefined
  definition?: string | undefined
  base?: Figure | undefined
  /** The header of the table's column of days. */
  headers: { label: string }
  /** The days or weeks. */
  buckets: readonly string[]
  /** Under one another on one axis, or side by side with an axis each. */
  layout: 'rows' | 'grid'
  series: readonly {
    key: string
    label: string
    definition?: string | undefined
    mark: 'columns' | 'line'
    /** Of the whole period. */
    figure?: Figure
    note?: string
    /** The value at the top; without it, the largest. */
    most?: number
    mostText?: string
    partLabel?: string
    /** One for each bucket; null without data. */
    points: readonly {
      value: number | null
      figure: Figure
      part?: { value: number; figure: Figure }
      /** Too few to be meaningful. */
      few?: boolean
    }[]
  }[]
}

/** A chart of a report, rendered as a picture, a table or an image file. */
export type Chart = BarChart | HourChart | FigureRow | TimeChart

/** Returns the longest bar of each scale, over all charts side by side. */
export function scalesOf(charts: readonly Chart[]): Record<string, number> {
  const most: Record<string, number> = {}
  for (const chart of charts) {
    if (chart.kind !== 'bars') continue
    for (const { value } of chart.bars) most[chart.scale] = Math.max(most[chart.scale] ?? 0, value ?? 0)
  }
  return most
}

/**
 * Returns the widest number of each column in characters, for each scale that several charts share, so that
 * their bars get the same space.
 */
export function columnWidthsOf(charts: readonly Chart[]): Record<string, number[]> {
  const bars = charts.filter((chart) => chart.kind === 'bars')
  const columnWidths: Record<string, number[]> = {}
  for (const { scale } of bars) {
    const together = bars.filter((chart) => chart.scale === scale)
    if (columnWidths[scale] || together.length < 2) continue
    const columns = together.flatMap((chart) => [
      ['', ...(chart.headers.notes ?? [])],
      ...chart.bars.map(({ figure, notes = [] }) => [figure.text, ...notes.map((note) => note.text)]),
    ])
    const count = Math.max(...columns.map((texts) => texts.length))
    columnWidths[scale] = Array.from({ length: count }, (_, column) =>
      Math.max(...columns.map((texts) => texts[column]?.length ?? 0)),
    )
  }
  return columnWidths
}

export interface Table {
  headers: readonly string[]
  rows: readonly (readonly Figure[])[]
}

const text = (value: string): Figure => ({ text: value })

/** Converts a chart to a table; each cell links to the rows it counts. */
export function tableOf(chart: Chart): Table {
  switch (chart.kind) {
    case 'bars': {
      const { headers, bars } = chart
      return {
        headers: [
          headers.label,
          headers.figure,
          ...(headers.part ? [headers.part] : []),
          ...(headers.notes ?? []),
        ],
        rows: bars.map(({ label, figure, part, notes = [] }) => [
          text(label),
          figure,
          ...(headers.part ? [part?.figure ?? text('')] : []),
          ...notes,
        ]),
      }
    }
    case 'hours': {
      const { headers, cells } = chart
      return {
        headers: [headers.weekday, headers.hour, headers.placed, headers.answered, headers.share],
        rows: cells.map(({ words, placed, answered }) => [
          text(words.weekday),
          text(words.hour),
          placed,
          answered,
          text(words.share),
        ]),
      }
    }
    case 'time': {
      const { headers, buckets, series } = chart
      return {
        headers: [
          headers.label,
          ...series.flatMap(({ label, partLabel }) => (partLabel ? [label, partLabel] : [label])),
        ],
        rows: buckets.map((bucket, index) => [
          text(bucket),
          ...series.flatMap(({ points }) => {
            const { figure, part } = points[index] ?? { figure: text('–') }
            return part ? [figure, part.figure] : [figure]
          }),
        ]),
      }
    }
    case 'figures':
      return {
        headers: [chart.headers.label, chart.headers.figure, chart.headers.note],
        rows: chart.items.map(({ label, figure, note = '' }) => [text(label), figure, text(note)]),
      }
  }
}
