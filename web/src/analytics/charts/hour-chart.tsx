import { type KeyboardEvent, useRef, useState } from 'react'
import { formatPercent } from '../../ui/format.ts'
import { HeatLegend } from '../../ui/heat-legend.tsx'
import { FigureLink } from '../report-rows.tsx'
import type { HourChart } from './chart.ts'
import classes from './charts.module.css'
import { formatHour, formatWeekday, hoursShown, shadeOf, weekdays } from './hours.ts'

const steps: Record<string, [number, number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
}

/** Returns the name of a cell: "Monday 9 AM: 43% of 7 calls". */
function labelOf({ words }: HourChart['cells'][number]): string {
  return `${words.weekday} ${words.hour}: ${words.share} ${words.of}`
}

/** Moves the focus in a direction to the next cell with a link. */
function focusNext(grid: HTMLElement, from: HTMLElement, [down, right]: [number, number]) {
  let weekday = Number(from.dataset.weekday)
  let hour = Number(from.dataset.hour)
  for (let step = 0; step < 24; step += 1) {
    weekday += down
    hour += right
    const next = grid.querySelector<HTMLElement>(`[data-weekday="${weekday}"][data-hour="${hour}"] a`)
    if (next) {
      next.focus()
      return
    }
  }
}

/** A heat map of a week by hour: darker where more calls were answered. Arrow keys move between hours. */
export function Hours({ chart }: { chart: HourChart }) {
  const grid = useRef<HTMLDivElement>(null)
  const hours = hoursShown(chart.cells)
  const first = hours[0] ?? 0
  // The grid is one tab stop; arrow keys move it.
  const [stop, setStop] = useState<string>()
  const nameOf = (cell: { weekday: number; hour: number } | undefined) => `${cell?.weekday} ${cell?.hour}`
  const stopAt = stop ?? nameOf(chart.cells[0])

  // Horizontally are hours, or days on a narrow screen where the chart is vertical.
  function onKeyDown(event: KeyboardEvent) {
    const step = steps[event.key]
    const cell = (event.target as HTMLElement).closest<HTMLElement>('[data-weekday]')
    if (!step || !cell || !grid.current) return
    event.preventDefault()
    const upright = getComputedStyle(grid.current).getPropertyValue('--upright').trim() === '1'
    focusNext(grid.current, cell, upright ? [step[1], step[0]] : step)
  }

  const map = (
    // biome-ignore lint/a11y/useSemanticElements: a table cannot be transposed on a narrow screen
    <div
      ref={grid}
      role="grid"
      aria-label={chart.title ?? chart.headers.share}
      className={classes.hours}
      style={{ '--hours': hours.length } as object}
      onKeyDown={onKeyDown}
      onFocus={(event) => {
        const { weekday, hour } = event.target.closest<HTMLElement>('[data-weekday]')?.dataset ?? {}
        if (weekday && hour) setStop(`${weekday} ${hour}`)
      }}
      tabIndex={-1}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: as above */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: the links in the cells take the focus */}
      <div role="row" className={classes.row}>
        {/* biome-ignore lint/a11y/useSemanticElements: as above */}
        {/* biome-ignore lint/a11y/useFocusableInteractive: as above */}
        <span role="columnheader" className={classes.corner}>
          <span className={classes.unseen}>{chart.headers.weekday}</span>
        </span>
        {hours.map((hour) => (
          // biome-ignore lint/a11y/useSemanticElements: as above
          // biome-ignore lint/a11y/useFocusableInteractive: as above
          <span
            key={hour}
            role="columnheader"
            className={classes.hour}
            style={{ '--hour': hour - first } as object}
          >
            {formatHour(hour)}
          </span>
        ))}
      </div>
      {weekdays.map((weekday) => (
        // biome-ignore lint/a11y/useSemanticElements: as above
        // biome-ignore lint/a11y/useFocusableInteractive: as above
        <div key={weekday} role="row" className={classes.row}>
          {/* biome-ignore lint/a11y/useSemanticElements: as above */}
          {/* biome-ignore lint/a11y/useFocusableInteractive: as above */}
          <span role="rowheader" className={classes.weekday} style={{ '--weekday': weekday } as object}>
            {formatWeekday(weekday, 'short')}
          </span>
          {hours.map((hour) => {
            const cell = chart.cells.find((each) => each.weekday === weekday && each.hour === hour)
            return (
              // biome-ignore lint/a11y/useSemanticElements: as above
              // biome-ignore lint/a11y/useFocusableInteractive: as above
              <span
                key={hour}
                role="gridcell"
                className={classes.cell}
                data-weekday={weekday}
                data-hour={hour}
                data-few={cell?.few || undefined}
                style={
                  {
                    '--weekday': weekday,
                    '--hour': hour - first,
                    '--shade': `${cell ? shadeOf(cell) : 0}%`,
                  } as object
                }
              >
                {cell && (
                  <FigureLink
                    figure={cell.placed}
                    className={classes.cellLink}
                    tabIndex={nameOf(cell) === stopAt ? 0 : -1}
                    label={labelOf(cell)}
                    title={labelOf(cell)}
                  >
                    {cell.words.share}
                  </FigureLink>
                )}
              </span>
            )
          })}
        </div>
      ))}
    </div>
  )
  return (
    <>
      {map}
      <HeatLegend low={formatPercent(0)} high={formatPercent(1)}>
        {chart.legend}
      </HeatLegend>
    </>
  )
}
