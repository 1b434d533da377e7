import { t } from '@lingui/core/macro'
import { Drawer } from '@mantine/core'
import type { listAllAuditLogs } from '@muster/contract/admin-audit.ts'
import type { RowOf } from '../api/query.ts'
import { DescriptionList } from '../ui/description-list.tsx'
import { formatDateTime } from '../ui/format.ts'
import { useOpened } from '../ui/use-opened.ts'
import classes from './admin.module.css'

interface AuditDrawerProps {
  title: string
  who: string
  entry: RowOf<typeof listAllAuditLogs>
  onClose: () => void
}

/** Shows all fields of an audit entry. */
export function AuditDrawer({ title, who, entry, onClose }: AuditDrawerProps) {
  const { at, workspace, action, subject, ip, details } = entry
  return (
    <Drawer
      opened={useOpened(true)}
      onClose={onClose}
      position="right"
      size="min(480px, 100vw)"
      title={title}
    >
      <div className={classes.parts}>
        <DescriptionList>
          <dt>{t`User`}</dt>
          <dd>{who}</dd>
          <dt>{t`Workspace`}</dt>
          <dd>{workspace.name}</dd>
          <dt>{t`Time`}</dt>
          <dd>{formatDateTime(at)}</dd>
          <dt>{t`IP address`}</dt>
          <dd>{ip ?? '–'}</dd>
          <dt>{t`Action`}</dt>
          <dd>{action}</dd>
          {subject && <dt>{t`Record`}</dt>}
          {subject && (
            <dd>
              {subject.kind} {subject.id}
            </dd>
          )}
        </DescriptionList>
        {Object.keys(details).length > 0 && (
          <DescriptionList>
            {Object.entries(details).flatMap(([key, value]) => [
              <dt key={key}>{key}</dt>,
              <dd key={`${key} value`}>{typeof value === 'string' ? value : JSON.stringify(value)}</dd>,
            ])}
          </DescriptionList>
        )}
      </div>
    </Drawer>
  )
}
