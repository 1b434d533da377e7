import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Avatar } from '../ui/avatar.tsx'
import type { Column } from '../ui/data-table.tsx'
import { formatDateTime } from '../ui/format.ts'
import { TextLink } from '../ui/link.tsx'
import classes from './audit.module.css'
import { type AuditLog, actionText, subjectLink, subjectText } from './audit-text.ts'

export function Who({ user, apiKey }: AuditLog) {
  if (!user)
    return (
      <span className={classes.caption}>
        <Trans>Muster</Trans>
      </span>
    )
  return (
    <span className={classes.who}>
      <Avatar name={user.name} decorative size={20} />
      <span className={classes.cut}>{user.name}</span>
      {apiKey && <span className={classes.caption}>{t`via API key ${apiKey.name}`}</span>}
    </span>
  )
}

export function Subject({ subject }: AuditLog) {
  if (!subject) return null
  const link = subjectLink(subject)
  const text = subjectText(subject)
  return link ? (
    <TextLink {...link} className={classes.cut}>
      {text}
    </TextLink>
  ) : (
    <span className={classes.cut}>{text}</span>
  )
}

export function auditColumns(): Column<AuditLog>[] {
  return [
    { id: 'at', header: t`Time`, width: '168px', sort: 'at', cell: ({ at }) => formatDateTime(at) },
    { id: 'who', header: t`User`, width: 'minmax(140px, 1fr)', cell: Who },
    {
      id: 'action',
      header: t`Action`,
      width: 'minmax(200px, 2fr)',
      cell: ({ action }) => <span className={classes.action}>{actionText(action)}</span>,
    },
    { id: 'subject', header: t`Record`, width: 'minmax(120px, 1fr)', from: 'sm', cell: Subject },
    { id: 'ip', header: t`IP address`, width: '132px', from: 'lg', cell: ({ ip }) => ip ?? '' },
  ]
}

/** An entry on a narrow screen. */
export function AuditCard(log: AuditLog) {
  return (
    <div className={classes.card}>
      <span className={classes.action}>{actionText(log.action)}</span>
      <span className={classes.caption}>
        {log.user?.name ?? t`Muster`} · {formatDateTime(log.at)}
      </span>
    </div>
  )
}
