import { useLingui } from '@lingui/react/macro'
import type { Explored, Measured } from '@muster/contract/explore-charts.ts'
import {
  type Line,
  type Lines,
  linesOf,
  niceStep,
  type Point,
  spreadLabels,
} from '@muster/contract/line-scale.ts'
import type { AnyGrouping } from '@muster/contract/measures.ts'
import { type KeyboardEvent, type PointerEvent, useLayoutEffect, useRef, useState } from 'react'
import { CellLink } from './cell-link.tsx'
import classes from './line-chart.module.css'
import { figureLabel, formatOf, formatTick, formatValue, groupName } from './words.ts'

const height = 240
const left = 56
const top = 8
const bottom = 28
/** How wide a letter of a caption is at most on average. */
const letter = 6.5

/** Returns the room for the names of lines at their ends: as wide as the longest, and no wider than a quarter of the chart. */
function labelRoomOf(names: readonly string[], width: number): number {
  if (names.length === 0 || width <= 560) return 16
  const longest = Math.max(...names.map((name) => name.length))
  return Math.min(Math.ceil(longest * letter) + 16, Math.floor(width / 4))
}

function shorten(name: string, room: number): string {
  const letters = Math.floor((room - 16) / letter)
  return name.length > letters ? `${name.slice(0, letters - 1).trimEnd()}…` : name
}

export const seriesColor = (index: number) => `var(--series-${index + 1})`

interface Scale {
  x(at: number): number
  y(value: number): number
  right: number
}

function scaleOf({ from, to, least, most }: Lines, width: number, labelRoom: number): Scale {
  const right = Math.max(width - labelRoom, left + 80)
  return {
    x: (at) =>
      to > from ? left + 8 + ((at - from) / (to - from)) * (right - left - 16) : (left + right) / 2,
    y: (value) => top + (1 - (value - least) / (most - least || 1)) * (height - top - bottom),
    right,
  }
}

function Axis({ lines, scale, measured }: { lines: Lines; scale: Scale; measured: Measured }) {
  const step = niceStep((lines.most - lines.least) / 4 || 1)
  const ticks: number[] = []
  for (let value = lines.least; value <= lines.most + step / 100; value += step) ticks.push(value)
  const points = lines.lines[0]?.points ?? []
  const every = Math.max(1, Math.ceil(points.length / Math.max(2, Math.floor((scale.right - left) / 72))))
  return (
    <g className={classes.axis}>
      {ticks.map((value) => (
        <g key={value}>
          <line x1={left} x2={scale.right} y1={scale.y(value)} y2={scale.y(value)} />
          <text x={left - 8} y={scale.y(value)} dy="0.32em" textAnchor="end">
            {formatTick(measured, Math.round(value * 1000) / 1000)}
          </text>
        </g>
      ))}
      {points.map(({ group, middle }, index) =>
        index % every === 0 ? (
          <text key={group.key} x={scale.x(middle)} y={height - 8} textAnchor="middle">
            {groupName(group, lines.step)}
          </text>
        ) : null,
      )}
    </g>
  )
}

/** A line: dashed to a step that is not over, open where nothing was counted, hollow where few were. */
function Path({
  line,
  color,
  scale,
  chosen,
}: {
  line: Line
  color: string
  scale: Scale
  chosen: number | null
}) {
  const shown = line.points.flatMap((point, index) =>
    point.cell && point.cell.value !== null
      ? [{ index, point, x: scale.x(point.middle), y: scale.y(point.cell.value), isFew: point.cell.isFew }]
      : [],
  )
  const isDashed = ({ index, point }: (typeof shown)[number]) => point.group.isPartial && index > 0
  return (
    <g style={{ color }}>
      {shown.slice(1).map((to, index) => {
        const from = shown[index]!
        if (to.index - from.index > 1) return null
        return (
          <line
            key={to.index}
            className={classes.segment}
            data-dashed={isDashed(to) || undefined}
            x1={from.x}
            y1={from.y}
            x2={to.x}
            y2={to.y}
          />
        )
      })}
      {shown.map(({ index, x, y, isFew }) =>
        isFew || index === chosen || shown.length === 1 ? (
          <circle key={index} className={classes.point} data-few={isFew || undefined} cx={x} cy={y} r={4} />
        ) : null,
      )}
    </g>
  )
}

/** The values of the step under the pointer or the arrow keys, in one row above, so that nothing covers the lines. */
function Values({
  explored,
  lines,
  at,
  filters,
  other,
}: ChartProps & { lines: Lines; at: number; other: AnyGrouping | undefined }) {
  const { period, measures } = explored
  const measured = measures[0]!
  const time = lines.lines[0]?.points[at]?.group
  if (!time) return null
  return (
    <p className={classes.values}>
      <b>{groupName(time, lines.step)}</b>
      {lines.lines.map(({ group, points }, index) => {
        const { cell } = points[at]!
        const within = [
          { grouping: lines.step, group: time },
          ...(group && other ? [{ grouping: other, group }] : []),
        ]
        return (
          <span key={group?.key ?? 'all'} className={classes.one}>
            <span className={classes.mark} style={{ background: seriesColor(index) }} aria-hidden />
            {group && other ? groupName(group, other) : figureLabel(measured)}{' '}
            {cell && cell.value !== null ? (
              <CellLink
                measured={measured}
                period={period}
                within={within}
                filters={filters}
                className={classes.value}
              >
                {formatValue(measured, cell.value)}
              </CellLink>
            ) : (
              '–'
            )}{' '}
            <span className={classes.of}>{cell ? formatOf(measured, cell) : ''}</span>
          </span>
        )
      })}
    </p>
  )
}

/** The values of a step in words, for screen readers. */
function textOf({ measures }: Explored, lines: Lines, at: number, other: AnyGrouping | undefined): string {
  const measured = measures[0]!
  const time = lines.lines[0]?.points[at]?.group
  if (!time) return ''
  const values = lines.lines.map(({ group, points }) => {
    const value = formatValue(measured, points[at]!.cell?.value ?? null)
    return group && other ? `${groupName(group, other)} ${value}` : value
  })
  return `${groupName(time, lines.step)}: ${values.join(', ')}`
}

/** Returns the width of an element, at once and whenever it changes. */
function useWidth() {
  const ref = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return
    const measure = () => setWidth(Math.floor(element.getBoundingClientRect().width))
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return { ref, width }
}

interface ChartProps {
  explored: Explored
  filters: Record<string, string[]>
}

function nearest(points: readonly Point[], x: number, scale: Scale): number {
  let best = 0
  points.forEach(({ middle }, index) => {
    if (Math.abs(scale.x(middle) - x) < Math.abs(scale.x(points[best]!.middle) - x)) best = index
  })
  return best
}

/** Lines over a true time axis, with the values of one step above. Arrow keys move between the steps. */
export function LineChart({ explored, filters }: ChartProps) {
  const { t } = useLingui()
  const { ref, width } = useWidth()
  const lines = linesOf(explored)
  const measured = explored.measures[0]!
  const other = explored.by.find((key) => key !== lines.step)
  const points = lines.lines[0]?.points ?? []
  const last = Math.max(
    points.findLastIndex(({ group }) => !group.isPartial),
    0,
  )
  const [chosen, setChosen] = useState<number | null>(null)
  const at = Math.min(chosen ?? last, Math.max(points.length - 1, 0))
  const names = other ? lines.lines.map(({ group }) => (group ? groupName(group, other) : '')) : []
  const labelRoom = labelRoomOf(names, width || 800)
  const scale = scaleOf(lines, width || 800, labelRoom)
  const partial = points.at(-1)?.group.isPartial ? points.at(-1)! : null
  const before = points.at(-2)
  const hasFew = lines.lines.some((line) => line.points.some(({ cell }) => cell?.isFew && cell.n > 0))
  const label = figureLabel(measured)

  function onKeyDown(event: KeyboardEvent) {
    const step = { ArrowLeft: -1, ArrowRight: 1, Home: -points.length, End: points.length }[event.key]
    if (step === undefined) return
    event.preventDefault()
    setChosen(Math.min(Math.max(at + step, 0), points.length - 1))
  }

  function onPointerMove(event: PointerEvent<SVGSVGElement>) {
    const { left: edge } = event.currentTarget.getBoundingClientRect()
    setChosen(nearest(points, event.clientX - edge, scale))
  }

  const ends = lines.lines.map(({ points: all }) => all.findLast(({ cell }) => cell && cell.value !== null))
  const labels = spreadLabels(
    ends.map((end) => scale.y(end?.cell?.value ?? lines.least)),
    height - bottom,
    16,
  )
  return (
    <div className={classes.chart}>
      <Values explored={explored} filters={filters} lines={lines} at={at} other={other} />
      <div
        ref={ref}
        className={classes.plot}
        role="slider"
        tabIndex={0}
        aria-label={t`${label} over time`}
        aria-valuemin={1}
        aria-valuemax={Math.max(points.length, 1)}
        aria-valuenow={at + 1}
        aria-valuetext={textOf(explored, lines, at, other)}
        onKeyDown={onKeyDown}
      >
        <svg width={width || 800} height={height} onPointerMove={onPointerMove} aria-hidden data-chart>
          {partial && before && (
            <rect
              className={classes.unfinished}
              x={scale.x(before.middle)}
              y={top}
              width={Math.max(scale.right - scale.x(before.middle), 0)}
              height={height - top - bottom}
            />
          )}
          <Axis lines={lines} scale={scale} measured={measured} />
          {points[at] && (
            <line
              className={classes.cursor}
              x1={scale.x(points[at].middle)}
              x2={scale.x(points[at].middle)}
              y1={top}
              y2={height - bottom}
            />
          )}
          {lines.lines.map((line, index) => (
            <Path
              key={line.group?.key ?? 'all'}
              line={line}
              color={seriesColor(index)}
              scale={scale}
              chosen={at}
            />
          ))}
          {other &&
            width > 560 &&
            lines.lines.map(({ group }, index) =>
              ends[index] && group ? (
                <text
                  key={group.key}
                  className={classes.end}
                  style={{ fill: seriesColor(index) }}
                  x={scale.right + 8}
                  y={labels[index]}
                  dy="0.32em"
                >
                  {shorten(names[index]!, labelRoom)}
                </text>
              ) : null,
            )}
        </svg>
      </div>
      <p className={classes.notes}>
        {partial && (
          <span className={classes.note} data-mark="dashed">
            {t`Not over yet`}
          </span>
        )}
        {hasFew && (
          <span className={classes.note} data-mark="hollow">
            {t`Fewer than 10: too few to compare`}
          </span>
        )}
        {other && lines.left.length > 0 && (
          <span>
            {t`Only in the table:`} {lines.left.map((group) => groupName(group, other)).join(', ')}
          </span>
        )}
      </p>
    </div>
  )
}
