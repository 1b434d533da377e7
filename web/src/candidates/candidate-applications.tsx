import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { getCandidate } from '@muster/contract/candidates.ts'
import type { DispositionKind } from '@muster/contract/dispositions.ts'
import type { ResponseOf } from '@muster/contract/endpoint.ts'
import { StatusBadge } from '../statuses/status-badge.tsx'
import { dispositionLabels } from '../texts/contract-words.ts'
import { formatDay } from '../ui/format.ts'
import { TextLink } from '../ui/link.tsx'
import { Section } from '../ui/section.tsx'
import classes from './candidates.module.css'

type Application = ResponseOf<typeof getCandidate>['applications'][number]

function ending(disposition: string): string {
  const label = dispositionLabels[disposition as DispositionKind]
  return label ? t(label) : disposition
}

/** Where a person applied, newest first. */
export function CandidateApplications({ applications }: { applications: readonly Application[] }) {
  return (
    <Section title={t`Applications`}>
      {applications.length === 0 ? (
        <span className={classes.caption}>
          <Trans>No applications yet.</Trans>
        </span>
      ) : (
        <ul className={classes.rows}>
          {applications.map((application) => (
            <li key={application.id} className={classes.row}>
              <span className={classes.where}>
                <TextLink to="/applications/$id" params={{ id: application.id }} className={classes.name}>
                  {application.position.name}
                </TextLink>
                <span className={classes.caption}>{application.company.name}</span>
              </span>
              <span className={classes.state}>
                <StatusBadge status={application.status} />
                <span className={classes.caption}>
                  {application.disposition && application.closedAt
                    ? `${ending(application.disposition)}, ${formatDay(application.closedAt)}`
                    : t`since ${formatDay(application.createdAt)}`}
                </span>
              </span>
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}
