import { t } from '@lingui/core/macro'
import { listApplications } from '@muster/contract/applications.ts'
import { listPositions } from '@muster/contract/positions.ts'
import {
  type Icon,
  IconLayoutKanban,
  IconLayoutSidebarLeftCollapse,
  IconLayoutSidebarLeftExpand,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, type LinkProps } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { endpointQuery } from '../api/query.ts'
import { useCurrentUser } from '../session/session.ts'
import { withTexts } from '../texts/load-texts.ts'
import { formatTotal } from '../ui/format.ts'
import { Logo } from '../ui/logo.tsx'
import { useBoardId } from './board-id.ts'
import { hadChecklist } from './had-checklist.ts'
import { IconButton } from './icon-button.tsx'
import { mainItems, type NavItem, setupItems } from './nav-items.ts'
import { NotificationBell } from './notification-bell.tsx'
import classes from './side-nav.module.css'
import { UserMenu } from './user-menu.tsx'

// Usually none is running.
const RunningImports = lazy(() =>
  withTexts('layout', import('./running-imports.tsx')).then((module) => ({ default: module.RunningImports })),
)

// Only for those who set up the workspace.
const StartNav = lazy(() =>
  withTexts('layout', import('./start-nav.tsx')).then((module) => ({ default: module.StartNav })),
)

interface SideNavProps {
  collapsed?: boolean
  onToggle?: () => void
  onNavigate?: () => void
}

interface NavLinkProps extends Pick<LinkProps, 'to' | 'params' | 'search' | 'activeOptions'> {
  icon: Icon
  label: string
  count?: string
  collapsed?: boolean
}

function NavLink({ icon: LinkIcon, label, count, collapsed, ...link }: NavLinkProps) {
  return (
    <Link
      {...link}
      className={classes.link}
      title={collapsed ? label : undefined}
      aria-label={collapsed ? label : undefined}
    >
      <LinkIcon size={16} stroke={1.6} aria-hidden />
      {!collapsed && <span className={classes.label}>{label}</span>}
      {!collapsed && count && <span className={classes.count}>{count}</span>}
    </Link>
  )
}

/** Returns the number of open items beside each screen. */
function useCounts(permissions: readonly string[]): Partial<Record<string, string>> {
  const applications = useQuery({
    ...endpointQuery(listApplications, { query: { limit: 1, open: 'true' } }),
    enabled: permissions.includes('applications:read'),
  })
  const positions = useQuery({
    ...endpointQuery(listPositions, { query: { limit: 1, state: 'open' } }),
    enabled: permissions.includes('positions:read'),
  })
  return {
    '/applications': applications.data && formatTotal(applications.data.total),
    '/positions': positions.data && formatTotal(positions.data.total),
  }
}

/** The side navigation, with the screens the user may open. */
export function SideNav({ collapsed, onToggle, onNavigate }: SideNavProps) {
  const { permissions } = useCurrentUser()
  const counts = useCounts(permissions)
  const boardId = useBoardId()
  const allowed = (item: NavItem) => !item.permission || permissions.includes(item.permission)
  const toLink = (item: NavItem) => (
    <NavLink
      key={item.to}
      icon={item.icon}
      label={t(item.label)}
      to={item.to}
      count={counts[item.to]}
      collapsed={collapsed}
    />
  )
  const items = mainItems.filter(allowed).map(toLink)
  if (boardId !== null) {
    const board =
      boardId === undefined ? (
        <span key="board" className={classes.link} aria-hidden />
      ) : (
        <NavLink
          key="board"
          icon={IconLayoutKanban}
          label={t`Boards`}
          to="/board/$id"
          params={{ id: boardId }}
          collapsed={collapsed}
        />
      )
    items.splice(mainItems.filter(allowed).findIndex((item) => item.to === '/applications') + 1, 0, board)
  }

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/noStaticElementInteractions: handles clicks on the links inside
    <div
      className={classes.side}
      data-collapsed={collapsed || undefined}
      onClick={(event) => (event.target as Element).closest('a') && onNavigate?.()}
    >
      <div className={classes.top}>
        {!collapsed && <Logo />}
        {onToggle && (
          <div className={classes.tools}>
            <NotificationBell />
            <IconButton
              icon={collapsed ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse}
              label={collapsed ? t`Expand navigation` : t`Collapse navigation`}
              onClick={onToggle}
            />
          </div>
        )}
      </div>
      <nav className={classes.items} aria-label={t({ message: 'Main', context: 'navigation' })}>
        {permissions.includes('workspace:manage') && (
          <Suspense fallback={hadChecklist() && <span className={classes.link} aria-hidden />}>
            <StartNav collapsed={collapsed} place="first" />
          </Suspense>
        )}
        {items}
      </nav>
      <nav className={classes.bottom} aria-label={t({ message: 'Setup', context: 'navigation' })}>
        {permissions.includes('applications:import') && (
          <Suspense>
            <RunningImports collapsed={collapsed} />
          </Suspense>
        )}
        {permissions.includes('workspace:manage') && (
          <div className={classes.start}>
            <Suspense>
              <StartNav collapsed={collapsed} place="last" />
            </Suspense>
          </div>
        )}
        {setupItems.filter(allowed).map(toLink)}
        <UserMenu collapsed={collapsed} />
      </nav>
    </div>
  )
}
