import { msg, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Outlet, useRouterState } from '@tanstack/react-router'
import { Page } from '../layout/page.tsx'
import { LinkButton } from '../ui/link.tsx'
import { LinkTabs } from '../ui/link-tabs.tsx'

const tabs = [
  { to: '/admin/workspaces', label: msg`Workspaces` },
  { to: '/admin/users', label: msg`Users` },
  { to: '/admin/jobs', label: msg`Jobs` },
  { to: '/admin/mails', label: msg`Mail outbox` },
  { to: '/admin/health', label: msg`Health` },
  { to: '/admin/audit', label: msg`Audit log` },
] as const

/** The administration of the installation. */
export function AdminPage() {
  const path = useRouterState({ select: ({ location }) => location.pathname.replace(/\/+$/, '') })
  const title = useRouterState({ select: ({ matches }) => matches.at(-1)?.staticData.title })
  return (
    <Page
      title={title ? t(title) : t`Installation`}
      fill={path !== '/admin/health'}
      actions={
        <LinkButton to="/admin/plans" variant="default">
          <Trans>Plans</Trans>
        </LinkButton>
      }
      toolbar={
        <LinkTabs
          tabs={tabs.map(({ to, label }) => ({ to, label: t(label), search: {}, active: path === to }))}
        />
      }
    >
      <Outlet />
    </Page>
  )
}
