import type { StatusType } from '@muster/contract/status-types.ts'
import { StatusIcon } from '../../statuses/status-icon.tsx'
import classes from './start.module.css'

const columns: readonly { type: StatusType; cards: number }[] = [
  { type: 'contacted', cards: 3 },
  { type: 'qualified', cards: 2 },
  { type: 'interview', cards: 2 },
]

/** A drawing of a board, for the eye only. */
export function BoardSketch() {
  return (
    <div className={classes.sketch} aria-hidden>
      {columns.map(({ type, cards }) => (
        <div key={type}>
          <span className={classes.sketchHead}>
            <StatusIcon type={type} />
            <i />
          </span>
          {Array.from({ length: cards }, (_, card) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: equal cards that never move
            <span key={card} className={classes.sketchCard}>
              <i />
              <i />
            </span>
          ))}
        </div>
      ))}
    </div>
  )
}
