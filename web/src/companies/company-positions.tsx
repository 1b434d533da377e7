import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Skeleton } from '@mantine/core'
import { listPositions } from '@muster/contract/positions.ts'
import { IconPlus } from '@tabler/icons-react'
import { errorMessage } from '../api/api-error.ts'
import { usePages } from '../api/pages.ts'
import { openingsLeft } from '../positions/position-state.ts'
import { StateBadge } from '../positions/state-badge.tsx'
import { TypeCounts } from '../positions/type-counts.tsx'
import { usePermission } from '../session/session.ts'
import { formatNumber } from '../ui/format.ts'
import { LinkButton, TextLink } from '../ui/link.tsx'
import { Section } from '../ui/section.tsx'
import { ShowMore } from '../ui/show-more.tsx'
import { ErrorState } from '../ui/state.tsx'
import classes from './companies.module.css'

function OpeningsLeft({ openings, hired }: { openings: number; hired: number }) {
  const left = formatNumber(openingsLeft({ openings, hired }))
  return t`${left} of ${plural(openings, { one: '# opening', other: '# openings' })} left`
}

/** Lists the positions of a company with their applications by status type. */
export function CompanyPositions({ companyId }: { companyId: string }) {
  const pages = usePages(listPositions, { query: { companyId } })
  const mayWrite = usePermission('positions:write')
  return (
    <Section
      title={t`Positions`}
      action={
        mayWrite && (
          <LinkButton
            to="/positions/create"
            search={{ companyId }}
            variant="default"
            size="xs"
            leftSection={<IconPlus size={16} stroke={1.6} aria-hidden />}
          >
            <Trans>Create position</Trans>
          </LinkButton>
        )
      }
    >
      {pages.error ? (
        <ErrorState text={errorMessage(pages.error)} onRetry={pages.retry} />
      ) : pages.isPending ? (
        <div role="status" aria-label={t`Loading`} className={classes.form}>
          <Skeleton height={48} />
          <Skeleton height={48} />
        </div>
      ) : (
        <ul className={classes.rows}>
          {pages.rows.map((position) => (
            <li key={position.id} className={classes.row}>
              <span className={classes.line}>
                <TextLink to="/positions/$id" params={{ id: position.id }} className={classes.name}>
                  {position.name}
                </TextLink>
                <StateBadge state={position.state} />
              </span>
              <span className={classes.caption}>
                <OpeningsLeft openings={position.openings} hired={position.hired} />
              </span>
              <TypeCounts positionId={position.id} counts={position.counts} />
            </li>
          ))}
          {pages.rows.length === 0 && (
            <li className={classes.caption}>
              <Trans>No positions at this company yet.</Trans>
            </li>
          )}
        </ul>
      )}
      <ShowMore pages={pages} />
    </Section>
  )
}
