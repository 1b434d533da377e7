import { useLingui } from '@lingui/react/macro'
import { type KeyboardEvent, useState } from 'react'
import { Hint } from '../../ui/hint.tsx'
import { FigureLink } from '../report-rows.tsx'
import type { TimeChart } from './chart.ts'
import classes from './time-chart.module.css'

type Series = TimeChart['series'][number]

const viewHeight = 100

/** Returns the path of a line in a box of 100 by 100 that leaves points without data open. */
function linePath(values: readonly (number | null)[], most: number): string {
  return values
    .map((value, index) => {
      if (value === null) return ''
      const x = ((index + 0.5) / values.length) * 100
      const y = viewHeight - (value / most) * viewHeight
      const joins = index > 0 && values[index - 1] !== null
      return `${joins ? 'L' : 'M'}${x.toFixed(2)} ${y.toFixed(2)}`
    })
    .join('')
}

/** The largest number of labels below a chart. */
const mostLabels = { rows: 8, grid: 3 }

function Axis({ buckets, layout }: Pick<TimeChart, 'buckets' | 'layout'>) {
  const every = Math.ceil(buckets.length / mostLabels[layout])
  return (
    <div className={classes.axis} aria-hidden>
      {buckets.map((label, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: buckets of two years may have the same label, and never move
        <span key={index}>{index % every === 0 && <span>{label}</span>}</span>
      ))}
    </div>
  )
}

/** The points of a series; the arrow keys move between them, and each opens its rows. */
function Points({ series, buckets, most }: { series: Series; buckets: readonly string[]; most: number }) {
  const { label, mark, points, partLabel } = series
  const [at, setAt] = useState(points.length - 1)
  function onKeyDown(event: KeyboardEvent<HTMLDivElement>) {
    const step = { ArrowLeft: -1, ArrowRight: 1, Home: -points.length, End: points.length }[event.key]
    if (step === undefined) return
    event.preventDefault()
    const next = Math.min(Math.max(at + step, 0), points.length - 1)
    setAt(next)
    event.currentTarget.querySelectorAll<HTMLElement>('[data-point]')[next]?.querySelector('a')?.focus()
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of links, not of fields
    <div className={classes.points} role="group" aria-label={label} onKeyDown={onKeyDown}>
      {mark === 'line' && (
        <svg
          viewBox={`0 0 100 ${viewHeight}`}
          preserveAspectRatio="none"
          className={classes.line}
          aria-hidden
        >
          <path
            d={linePath(
              points.map(({ value }) => value),
              most,
            )}
          />
        </svg>
      )}
      {points.map(({ value, figure, part, few }, index) => {
        const words = part
          ? `${buckets[index]}, ${label}: ${figure.text}, ${partLabel}: ${part.figure.text}`
          : `${buckets[index]}, ${label}: ${figure.text}`
        const height = `${((value ?? 0) / most) * 100}%`
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: as above
          <span key={index} data-point className={classes.point} title={words}>
            {value !== null && (
              <FigureLink
                figure={figure}
                className={classes.hit}
                label={words}
                tabIndex={index === at ? 0 : -1}
              >
                {mark === 'columns' ? (
                  <span className={classes.column} style={{ height, minHeight: value ? 2 : 0 }}>
                    {part && value ? (
                      <span className={classes.part} style={{ height: `${(part.value / value) * 100}%` }} />
                    ) : null}
                  </span>
                ) : (
                  <span className={classes.dot} data-few={few || undefined} style={{ bottom: height }} />
                )}
              </FigureLink>
            )}
          </span>
        )
      })}
    </div>
  )
}

function mostOf({ most, points }: Series): number {
  return most ?? Math.max(...points.map(({ value }) => value ?? 0), 1)
}

/** Series over time: under one another on one axis, or side by side. */
export function TimeSeries({ chart }: { chart: TimeChart }) {
  const { t } = useLingui()
  const { series, buckets, layout } = chart
  return (
    <div className={classes.chart} data-layout={layout}>
      {series.map((one, index) => {
        const most = mostOf(one)
        const { label, definition, figure, note, mostText, partLabel } = one
        return (
          <section key={one.key} className={classes.series} aria-label={label}>
            <header className={classes.head}>
              <span className={classes.name}>
                {label}
                {definition && <Hint label={t`About ${label}`}>{definition}</Hint>}
              </span>
              {figure && <FigureLink figure={figure} className={classes.figure} />}
              {note && <span className={classes.note}>{note}</span>}
              {partLabel && (
                <span className={classes.legend} aria-hidden>
                  {partLabel}
                </span>
              )}
            </header>
            <div className={classes.plot}>
              <span className={classes.most} aria-hidden>
                {mostText ?? most}
              </span>
              <Points series={one} buckets={buckets} most={most} />
            </div>
            {(layout === 'grid' || index === series.length - 1) && <Axis buckets={buckets} layout={layout} />}
          </section>
        )
      })}
    </div>
  )
}
