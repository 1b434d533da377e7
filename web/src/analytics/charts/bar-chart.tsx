import { StatusIcon } from '../../statuses/status-icon.tsx'
import { FigureLink } from '../report-rows.tsx'
import type { Bar, BarChart } from './chart.ts'
import classes from './charts.module.css'

function Line({ bar, most, headers }: { bar: Bar; most: number; headers: readonly string[] }) {
  const { label, type, value, part, figure, quiet } = bar
  const share = (of: number) => `${(of / Math.max(most, 1e-9)) * 100}%`
  return (
    <li className={classes.line}>
      <FigureLink figure={figure} className={classes.bar} label={`${label}: ${figure.text}`}>
        <span className={classes.label} title={label}>
          {type && <StatusIcon type={type} />}
          <span>{label}</span>
        </span>{' '}
        {/* The blank separates the name from the number for screen readers. */}
        <span className={classes.track}>
          <span
            className={classes.fill}
            data-quiet={quiet || undefined}
            style={{ width: share(value ?? 0), minWidth: value ? 2 : 0 }}
          >
            {part && value ? (
              <span className={classes.part} style={{ width: `${(part.value / value) * 100}%` }} />
            ) : null}
          </span>
        </span>
        <span className={classes.value}>{figure.text}</span>
      </FigureLink>
      {headers.map((head, index) => {
        const note = bar.notes?.[index]
        return (
          <span key={head} className={classes.note} data-few={note?.few || undefined}>
            {note && (
              <FigureLink
                figure={note}
                {...((note.counts || note.behind) && { label: `${label}, ${head}: ${note.text}` })}
              />
            )}
          </span>
        )
      })}
    </li>
  )
}

interface BarsProps {
  chart: BarChart
  most: number
  /** The widths of the number columns in characters, when other charts share the scale. */
  columnWidths?: readonly number[] | undefined
}

/**
 * Returns the grid columns for names, bars and numbers. Charts side by side share widths, so that their bars
 * can be compared.
 */
function columns(notes: number, columnWidths: BarsProps['columnWidths']): string {
  if (!columnWidths) return `fit-content(38%) minmax(0, 1fr) repeat(${notes + 1}, auto)`
  const numbers = columnWidths.map((signs) => `${signs}ch`)
  return `34% minmax(0, 1fr) ${numbers.join(' ')}`
}

/** Bars with their numbers at the right, relative to the longest bar of the charts side by side. */
export function Bars({ chart, most, columnWidths }: BarsProps) {
  const { bars, headers } = chart
  const notes = headers.notes?.length ?? 0
  // With few numbers beside a bar, the title names them.
  const namesFigure = notes > 2
  return (
    <>
      {headers.part && (
        <ul className={classes.legend} aria-hidden>
          <li>{headers.figure}</li>
          <li data-part>{headers.part}</li>
        </ul>
      )}
      <ul
        className={classes.bars}
        data-many={namesFigure || undefined}
        data-noted={(notes > 0 && !namesFigure) || undefined}
        style={{ '--columns': columns(notes, columnWidths), '--notes': notes } as object}
      >
        {notes > 0 && (
          <li className={classes.headers} aria-hidden>
            <span className={classes.headValue}>{namesFigure && headers.figure}</span>
            {headers.notes?.map((head) => (
              <span key={head} className={classes.note}>
                {head}
              </span>
            ))}
          </li>
        )}
        {bars.map((bar) => (
          <Line key={bar.key} bar={bar} most={most} headers={headers.notes ?? []} />
        ))}
      </ul>
    </>
  )
}
