import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import type { listCandidates } from '@muster/contract/candidates.ts'
import { IconPhoneOff } from '@tabler/icons-react'
import type { RowOf } from '../api/query.ts'
import { usePermission } from '../session/session.ts'
import type { Column } from '../ui/data-table.tsx'
import { formatDay, formatNumber } from '../ui/format.ts'
import { TextLink } from '../ui/link.tsx'
import { formatPhone } from '../ui/phone.ts'
import classes from './candidates.module.css'

export type CandidateRow = RowOf<typeof listCandidates>

function Name({ candidate }: { candidate: CandidateRow }) {
  // A deleted candidate has no page.
  if (candidate.deletedAt) return <span className={classes.name}>{candidate.name}</span>
  return (
    <TextLink to="/candidates/$id" params={{ id: candidate.id }} className={classes.name}>
      {candidate.name}
    </TextLink>
  )
}

function DoNotCall() {
  return (
    <span className={classes.blocked} title={t`Asked not to be called`}>
      <IconPhoneOff size={14} stroke={1.6} role="img" aria-label={t`Do not call`} />
    </span>
  )
}

function Phone({ candidate }: { candidate: CandidateRow }) {
  const phone = candidate.phone && formatPhone(candidate.phone)
  if (!candidate.doNotCall) return phone
  return (
    <span className={classes.blocked}>
      <DoNotCall />
      {phone}
    </span>
  )
}

function workOf({ currentTitle, currentCompany }: CandidateRow): string {
  if (currentTitle && currentCompany) return t`${currentTitle} at ${currentCompany}`
  return currentTitle ?? currentCompany ?? ''
}

/** Returns the columns. It is a function since texts are not loaded while modules load. */
export function columnsOf(
  deleted: boolean,
  restore: (candidate: CandidateRow) => void,
): Column<CandidateRow>[] {
  return [
    {
      id: 'name',
      header: t`Name`,
      width: 'minmax(150px, 1.4fr)',
      sort: 'name',
      cell: (candidate) => <Name candidate={candidate} />,
    },
    {
      id: 'email',
      header: t`Email`,
      width: 'minmax(180px, 1.6fr)',
      cell: (candidate) => candidate.email,
    },
    { id: 'phone', header: t`Phone`, width: '150px', cell: (candidate) => <Phone candidate={candidate} /> },
    {
      id: 'work',
      header: t`Current job`,
      width: 'minmax(140px, 1.5fr)',
      from: 'lg',
      cell: (candidate) => workOf(candidate),
    },
    { id: 'location', header: t`Location`, from: 'lg', cell: (candidate) => candidate.location },
    {
      id: 'tags',
      header: t`Tags`,
      width: 'minmax(70px, 0.6fr)',
      from: 'lg',
      cell: (candidate) =>
        candidate.tags.map((tag) => (
          <span key={tag} className={classes.tag}>
            {tag}
          </span>
        )),
    },
    {
      id: 'applications',
      header: t`Applications`,
      width: '92px',
      cell: (candidate) => formatNumber(candidate.applicationCount),
    },
    deleted
      ? {
          id: 'restore',
          header: t`Restore`,
          width: '100px',
          cell: (candidate) => <RestoreButton candidate={candidate} onRestore={restore} />,
        }
      : {
          id: 'created',
          header: t`Added`,
          width: '100px',
          sort: 'createdAt',
          cell: (candidate) => formatDay(candidate.createdAt),
        },
  ]
}

interface RestoreButtonProps {
  candidate: CandidateRow
  onRestore: (candidate: CandidateRow) => void
}

function RestoreButton({ candidate, onRestore }: RestoreButtonProps) {
  // A deleted candidate can only be restored.
  const mayWrite = usePermission('candidates:write')
  // While the deleted ones load, the previous rows are still shown.
  if (!candidate.deletedAt) return null
  return (
    <Button
      size="compact-xs"
      variant="default"
      disabled={!mayWrite}
      aria-label={t`Restore ${candidate.name}`}
      onClick={() => onRestore(candidate)}
    >
      <Trans>Restore</Trans>
    </Button>
  )
}

/** A row on a narrow screen. */
export function cardOf(restore: ((candidate: CandidateRow) => void) | null) {
  return (candidate: CandidateRow) => (
    <span className={classes.card}>
      <span className={classes.line}>
        <Name candidate={candidate} />
        {restore ? (
          <RestoreButton candidate={candidate} onRestore={restore} />
        ) : (
          <span className={classes.caption}>{formatDay(candidate.createdAt)}</span>
        )}
      </span>
      <span className={classes.line}>
        <span className={classes.cut}>
          {candidate.doNotCall && <DoNotCall />}{' '}
          {candidate.email ?? (candidate.phone ? formatPhone(candidate.phone) : candidate.location)}
        </span>
        <span className={classes.caption}>
          {plural(candidate.applicationCount, { one: '# application', other: '# applications' })}
        </span>
      </span>
    </span>
  )
}
