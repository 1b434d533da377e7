import { Trans, useLingui } from '@lingui/react/macro'
import { Hint } from '../../ui/hint.tsx'
import { FigureLink } from '../report-rows.tsx'
import type { FigureRow } from './chart.ts'
import classes from './charts.module.css'

/** Figures side by side, each with its base. */
export function FigureItems({ chart }: { chart: FigureRow }) {
  const { t } = useLingui()
  return (
    <dl className={classes.figures}>
      {chart.items.map(({ key, label, definition, figure, note }) => (
        <div key={key}>
          <dt className={classes.figureLabel}>
            {label}
            {definition && <Hint label={t`About ${label}`}>{definition}</Hint>}
          </dt>
          <dd className={classes.figure}>
            <FigureLink figure={figure} className={classes.figureLink} />
          </dd>
          <dd className={classes.figureNote}>{note ?? <Trans>of 0</Trans>}</dd>
        </div>
      ))}
    </dl>
  )
}
