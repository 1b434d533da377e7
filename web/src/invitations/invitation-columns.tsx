import type { MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { listInvitations } from '@muster/contract/invitations.ts'
import type { RowOf } from '../api/query.ts'
import { roleNames } from '../texts/contract-labels.ts'
import { When } from '../ui/age.tsx'
import type { Column } from '../ui/column.ts'
import { InvitationActions } from './invitation-actions.tsx'
import classes from './invitations.module.css'

export type InvitationRow = RowOf<typeof listInvitations>

export const stateLabels: Record<InvitationRow['state'], MessageDescriptor> = {
  pending: msg({ message: 'Pending', context: 'state of an invitation' }),
  expired: msg({ message: 'Expired', context: 'state of an invitation' }),
  accepted: msg({ message: 'Accepted', context: 'state of an invitation' }),
  revoked: msg({ message: 'Revoked', context: 'state of an invitation' }),
}

/** The state with its date. */
function State({ invitation }: { invitation: InvitationRow }) {
  const { state, expiresAt, acceptedAt, revokedAt } = invitation
  const at = acceptedAt ?? revokedAt ?? expiresAt
  return (
    <span className={classes.state} data-state={state}>
      <span className={classes.dot} aria-hidden />
      {t(stateLabels[state])}
      <span className={classes.caption}>
        {state === 'pending' ? (
          <Trans>
            expires <When at={at} />
          </Trans>
        ) : (
          <When at={at} />
        )}
      </span>
    </span>
  )
}

function Person({ invitation: { email, name } }: { invitation: InvitationRow }) {
  return (
    <span className={classes.person}>
      <span className={classes.email} title={email}>
        {email}
      </span>
      {name && <span className={classes.caption}>{name}</span>}
    </span>
  )
}

function roleText({ role, company }: InvitationRow): string {
  return company ? `${t(roleNames[role])} · ${company.name}` : t(roleNames[role])
}

export function invitationColumns(): Column<InvitationRow>[] {
  return [
    {
      id: 'email',
      header: t`Invitee`,
      width: 'minmax(240px, 3fr)',
      sort: 'email',
      cell: (row) => <Person invitation={row} />,
    },
    { id: 'role', header: t`Role`, width: 'minmax(120px, 1fr)', cell: roleText },
    {
      id: 'state',
      header: t`Status`,
      width: 'minmax(210px, 1fr)',
      cell: (row) => <State invitation={row} />,
    },
    {
      id: 'invitedBy',
      header: t`Invited by`,
      width: 'minmax(110px, 1fr)',
      from: 'lg',
      cell: ({ invitedBy }) => invitedBy?.name ?? '—',
    },
    {
      id: 'sentAt',
      header: t`Sent`,
      width: '130px',
      sort: 'sentAt',
      from: 'lg',
      cell: ({ sentAt }) => <When at={sentAt} />,
    },
    {
      id: 'actions',
      header: '',
      width: '76px',
      align: 'right',
      cell: (row) => <InvitationActions invitation={row} />,
    },
  ]
}

/** A row on a narrow screen. */
export function InvitationCard({ invitation }: { invitation: InvitationRow }) {
  return (
    <span className={classes.card}>
      <span className={classes.person}>
        <span className={classes.email}>{invitation.email}</span>
        <span className={classes.caption}>
          {roleText(invitation)} · {t(stateLabels[invitation.state])}
        </span>
      </span>
      <InvitationActions invitation={invitation} />
    </span>
  )
}
