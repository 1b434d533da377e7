import { StatusIcon } from '../../statuses/status-icon.tsx'
import { FigureLink } from '../report-rows.tsx'
import type { Bar, BarChart } from './chart.ts'
import classes from './charts.module.css'

function Line({ bar, most, heads }: { bar: Bar; most: number; heads: readonly string[] }) {
  const { label, type, value, part, figure, quiet } = bar
  const share = (of: number) => `${(of / Math.max(most, 1e-9)) * 100}%`
  return (
    <li className={classes.line}>
      <FigureLink figure={figure} className={classes.bar} label={`${label}: ${figure.text}`}>
        <span className={classes.label} title={label}>
          {type && <StatusIcon type={type} />}
          <span>{label}</span>
        </span>{' '}
        {/* The blank parts the name from the number for whoever hears them. */}
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
      {heads.map((head, index) => {
        const note = bar.notes?.[index]
        return (
          <span key={head} className={classes.note}>
            {note && (
              <FigureLink figure={note} {...(note.counts && { label: `${label}, ${head}: ${note.text}` })} />
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
  /** Signs in each column of numbers, where other charts are drawn to the same scale. */
  rooms?: readonly number[] | undefined
}

/** Names, bars and numbers: each as wide as its longest, or as in the charts beside, so that bars can be compared. */
function columns(notes: number, rooms: BarsProps['rooms']): string {
  if (!rooms) return `fit-content(38%) minmax(0, 1fr) repeat(${notes + 1}, auto)`
  const numbers = rooms.map((signs) => `${signs}ch`)
  return `34% minmax(0, 1fr) ${numbers.join(' ')}`
}

/** Bars with their numbers at the right, against the longest of all that stand side by side. */
export function Bars({ chart, most, rooms }: BarsProps) {
  const { bars, heads } = chart
  const notes = heads.notes?.length ?? 0
  // Where few numbers stand beside a bar, its title says what they are.
  const namesFigure = notes > 2
  return (
    <>
      {heads.part && (
        <ul className={classes.legend} aria-hidden>
          <li>{heads.figure}</li>
          <li data-part>{heads.part}</li>
        </ul>
      )}
      <ul
        className={classes.bars}
        data-many={namesFigure || undefined}
        data-noted={(notes > 0 && !namesFigure) || undefined}
        style={{ '--columns': columns(notes, rooms), '--notes': notes } as object}
      >
        {notes > 0 && (
          <li className={classes.heads} aria-hidden>
            <span className={classes.headValue}>{namesFigure && heads.figure}</span>
            {heads.notes?.map((head) => (
              <span key={head} className={classes.note}>
                {head}
              </span>
            ))}
          </li>
        )}
        {bars.map((bar) => (
          <Line key={bar.key} bar={bar} most={most} heads={heads.notes ?? []} />
        ))}
      </ul>
    </>
  )
}
