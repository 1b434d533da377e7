import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { getRouteApi } from '@tanstack/react-router'
import { Page } from '../layout/page.tsx'
import { LinkButton } from '../ui/link.tsx'
import { LinkTabs } from '../ui/link-tabs.tsx'
import { MailList } from './mail-list.tsx'
import { WorkspaceList } from './workspace-list.tsx'

const route = getRouteApi('/admin')

export function AdminPage() {
  const { tab } = route.useSearch()
  const tabs = [
    { to: '/admin', label: t`Workspaces`, search: {}, active: !tab },
    { to: '/admin', label: t`Mail outbox`, search: { tab: 'mails' }, active: tab === 'mails' },
  ] as const
  return (
    <Page
      title={t`Installation`}
      fill
      actions={
        <LinkButton to="/admin/plans" variant="default">
          <Trans>Plans</Trans>
        </LinkButton>
      }
      toolbar={<LinkTabs tabs={tabs} />}
    >
      {tab === 'mails' ? <MailList /> : <WorkspaceList />}
    </Page>
  )
}
