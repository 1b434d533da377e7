import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Anchor } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconPhone } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { memo } from 'react'
import { usePermission } from '../session/session.ts'
import { useIsStaff } from '../session/use-is-staff.ts'
import { dispositionLabels } from '../texts/contract-words.ts'
import { When } from '../ui/age.tsx'
import { formatPhone } from '../ui/phone.ts'
import { type ApplicationDetails, applicationQuery } from './application-query.ts'
import { Fact, Facts, nothing } from './facts.tsx'
import classes from './peek-drawer.module.css'
import type { ApplicationRow } from './queries.ts'

function Phone({ candidate: { phone, doNotCall } }: Pick<ApplicationRow, 'candidate'>) {
  if (!phone) return nothing
  if (doNotCall) {
    return (
      <>
        {formatPhone(phone)}{' '}
        <span className={classes.caption}>
          <Trans>asked not to be called</Trans>
        </span>
      </>
    )
  }
  return (
    <Anchor href={`tel:${phone}`} c="var(--ink)" className={classes.phone}>
      {formatPhone(phone)}
      <IconPhone size={14} stroke={1.6} aria-hidden />
    </Anchor>
  )
}

type Others = ApplicationDetails['otherApplications']

/** The latest of the person's other applications, and how many more there are. */
function AlsoApplied({ others: [latest, ...more] }: { others: Others }) {
  const { t } = useLingui()
  if (!latest) return nothing
  return (
    <span className={classes.other}>
      <Link to="/applications/$id" params={{ id: latest.id }} className={classes.otherLink}>
        {latest.position.name}
      </Link>{' '}
      <span className={classes.caption}>
        {latest.disposition ? t(dispositionLabels[latest.disposition]) : latest.status.name}
        {more.length > 0 && (
          <span title={more.map(({ position }) => position.name).join(', ')}>
            {' · '}
            {plural(more.length, { one: '# more', other: '# more' })}
          </span>
        )}
      </span>
    </span>
  )
}

/** How to reach them, and what else the row does not say. */
export const PeekDetails = memo(function PeekDetails({ row }: { row: ApplicationRow }) {
  const { t } = useLingui()
  const { candidate, callbackAt, owner } = row
  // The cursor may run through many rows; only those it rests on are read in full.
  const [id] = useDebouncedValue(row.id, 120)
  const { data } = useQuery(applicationQuery(id))
  const hidden = usePermission('contacts:read') ? null : (
    <span className={classes.caption}>{t`not shown to you`}</span>
  )
  const isStaff = useIsStaff()
  const known = data?.id === row.id
  return (
    <Facts>
      <Fact label={t`Phone`}>{hidden ?? <Phone candidate={candidate} />}</Fact>
      <Fact label={t`E-mail`}>
        {hidden ??
          (candidate.email && (
            <Anchor href={`mailto:${candidate.email}`} c="var(--ink)">
              {candidate.email}
            </Anchor>
          ))}
      </Fact>
      <Fact label={t`Owner`}>{owner?.name}</Fact>
      {isStaff && <Fact label={t`Source`}>{row.source}</Fact>}
      {isStaff && <Fact label={t`Callback`}>{callbackAt && <When at={callbackAt} />}</Fact>}
      {row.tags.length > 0 && <Fact label={t`Tags`}>{row.tags.join(', ')}</Fact>}
      {/* One line, there from the start: what stands below does not move when it is known. */}
      <Fact label={t`Also applied`}>{known ? <AlsoApplied others={data.otherApplications} /> : ' '}</Fact>
    </Facts>
  )
})
