import { t } from '@lingui/core/macro'
import { fewestToCompare } from '@muster/contract/measures.ts'
import type { RowsBehind } from '@muster/contract/report-rows.ts'
import { ListLink } from '../dashboard/rows-link.tsx'
import { formatNumber, formatPercent } from '../ui/format.ts'
import classes from './wallboard.module.css'

interface RateProps {
  part: number
  of: number
  /** What the calls of the part and of the whole are, for the list. */
  partRows: RowsBehind
  rows: RowsBehind
}

/** A rate with what it is of. Each number opens its calls; a rate of fewer than 10 is grey. */
export function Rate({ part, of, partRows, rows }: RateProps) {
  const isFew = of < fewestToCompare
  return (
    <>
      <b
        className={classes.rate}
        data-few={isFew || undefined}
        title={isFew ? t`Fewer than 10: too few to compare` : undefined}
      >
        {of === 0 ? '–' : formatPercent(part / of)}
      </b>
      <span className={classes.of}>
        <ListLink behind={partRows}>{formatNumber(part)}</ListLink>{' '}
        {t({ message: 'of', context: 'part of a whole' })}{' '}
        <ListLink behind={rows}>{formatNumber(of)}</ListLink>
      </span>
    </>
  )
}
