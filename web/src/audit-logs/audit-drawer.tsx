import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Drawer } from '@mantine/core'
import { FactList } from '../ui/fact-list.tsx'
import { formatDateTime } from '../ui/format.ts'
import { TextLink } from '../ui/link.tsx'
import { useOpened } from '../ui/use-opened.ts'
import { Subject, Who } from './audit-columns.tsx'
import { type AuditLog, actionText } from './audit-words.ts'

interface AuditDrawerProps {
  log: AuditLog
  onClose: () => void
}

/** One entry with all that is kept of it. */
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
      <FactList>
        <dt>{t`When`}</dt>
        <dd>{formatDateTime(at)}</dd>
        <dt>{t`Who`}</dt>
        <dd>
          <Who {...log} />
        </dd>
        {subject && (
          <>
            <dt>{t`Row`}</dt>
            <dd>
              <Subject {...log} />{' '}
              <TextLink to="/settings/audit" search={{ subjectId: subject.id }}>
                <Trans>All about it</Trans>
              </TextLink>
            </dd>
          </>
        )}
        {ip && (
          <>
            <dt>{t`From`}</dt>
            <dd>
              {ip}{' '}
              <TextLink to="/settings/audit" search={{ ip }}>
                <Trans>All from there</Trans>
              </TextLink>
            </dd>
          </>
        )}
        {userAgent && (
          <>
            <dt>{t`Program`}</dt>
            <dd>{userAgent}</dd>
          </>
        )}
        <dt>{t`Named`}</dt>
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
      </FactList>
    </Drawer>
  )
}
