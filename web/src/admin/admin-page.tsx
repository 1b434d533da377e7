import { getRouteApi } from '@tanstack/react-router'
import { Page } from '../layout/page.tsx'
import { LinkButton } from '../ui/link.tsx'
import { LinkTabs } from '../ui/link-tabs.tsx'
import { MailList } from './mail-list.tsx'
import { WorkspaceList } from './workspace-list.tsx'

const route = getRouteApi('/admin')

const tabs = [
  { to: '/admin', label: 'Workspaces', search: {} },
  { to: '/admin', label: 'Mail outbox', search: { tab: 'mails' } },
] as const

export function AdminPage() {
  const { tab } = route.useSearch()
  return (
    <Page
      title="Installation"
      fill
      actions={
        <LinkButton to="/admin/plans" variant="default">
          Plans
        </LinkButton>
      }
      toolbar={<LinkTabs tabs={tabs} />}
    >
      {tab === 'mails' ? <MailList /> : <WorkspaceList />}
    </Page>
  )
}
