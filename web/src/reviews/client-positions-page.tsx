import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { IconBriefcase } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { formatNumber } from '../ui/format.ts'
import { EmptyState } from '../ui/state.tsx'
import { countsQuery } from './review-queries.ts'
import classes from './reviews.module.css'

/** The positions that the agency fills for a client, with the client's decisions. */
export function ClientPositionsPage() {
  const { positions, positionCount } = useSuspenseQuery(countsQuery).data
  const shown = formatNumber(positions.length)
  const all = formatNumber(positionCount)
  return (
    <div className={classes.page} data-scrolls-to-top>
      <title>{`${t`Positions`} · Muster`}</title>
      <h1 className={classes.pageTitle}>
        <Trans>Positions</Trans>
      </h1>
      {positions.length === 0 ? (
        <EmptyState
          icon={IconBriefcase}
          title={t`No open positions`}
          text={t`The positions that the agency fills for you are listed here.`}
        />
      ) : (
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">
                <Trans>Position</Trans>
              </th>
              <th scope="col" data-number>
                <Trans>To decide</Trans>
              </th>
              <th scope="col" data-number>
                <Trans>Approved</Trans>
              </th>
              <th scope="col" data-number>
                <Trans>Declined</Trans>
              </th>
            </tr>
          </thead>
          <tbody>
            {positions.map(({ id, name, location, openings, awaiting, approved, declined }) => (
              <tr key={id}>
                <th scope="row">
                  {name}
                  <span className={classes.caption}>
                    {[location, plural(openings, { one: '# opening', other: '# openings' })]
                      .filter(Boolean)
                      .join(' · ')}
                  </span>
                </th>
                <td data-number>{formatNumber(awaiting)}</td>
                <td data-number>{formatNumber(approved)}</td>
                <td data-number>{formatNumber(declined)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {positions.length < positionCount && (
        <p className={classes.caption}>
          <Trans>
            The first {shown} of {all} positions.
          </Trans>
        </p>
      )}
    </div>
  )
}
