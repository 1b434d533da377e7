import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Drawer } from '@mantine/core'
import { DescriptionList } from '../ui/description-list.tsx'
import { formatDateTime } from '../ui/format.ts'
import { TextLink } from '../ui/link.tsx'
import { useOpened } from '../ui/use-opened.ts'
import { Subject, Who } from './audit-columns.tsx'
import { type AuditLog, actionText } from './audit-text.ts'

interface AuditDrawerProps {
  log: AuditLog
  onClose: () => void
}

/** Shows all fields of an entry. */
export function AuditDrawer({ log, onClose }: AuditDrawerProps) {
  const { at, subject, ip, userAgent, details, action } = log
  return (
    <Drawer
      opened={useOpened(true)}
      onClose={onClose}
      position="right"
      size="min(520px, 100vw)"
      title={actionText(action)}
    >
      <DescriptionList>
        <dt>{t`Time`}</dt>
        <dd>{formatDateTime(at)}</dd>
        <dt>{t`User`}</dt>
        <dd>
          <Who {...log} />
        </dd>
        {subject && (
          <>
            <dt>{t`Record`}</dt>
            <dd>
              <Subject {...log} />{' '}
              <TextLink to="/settings/audit" search={{ subjectId: subject.id }}>
                <Trans>Show all for this record</Trans>
              </TextLink>
            </dd>
          </>
        )}
        {ip && (
          <>
            <dt>{t`IP address`}</dt>
            <dd>
              {ip}{' '}
              <TextLink to="/settings/audit" search={{ ip }}>
                <Trans>Show all from this IP address</Trans>
              </TextLink>
            </dd>
          </>
        )}
        {userAgent && (
          <>
            <dt>{t`User agent`}</dt>
            <dd>{userAgent}</dd>
          </>
        )}
        <dt>{t`Event name`}</dt>
        <dd>
          <code>{action}</code>
        </dd>
        {Object.keys(details).length > 0 && (
          <>
            <dt>{t`Details`}</dt>
            <dd>
              <pre>{JSON.stringify(details, null, 2)}</pre>
            </dd>
          </>
        )}
      </DescriptionList>
    </Drawer>
  )
}
