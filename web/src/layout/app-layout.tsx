import { useHotkeys, useLocalStorage } from '@mantine/hooks'
import { Outlet } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useMemo, useState } from 'react'
import { useRefreshOnEvents } from '../live/refresh-on-events.ts'
import { Confirmations } from '../ui/confirm.tsx'
import { prepareToasts, Toasts } from '../ui/toast.tsx'
import classes from './app-layout.module.css'
import { LayoutContext } from './layout-context.ts'
import { SideNav } from './side-nav.tsx'

const CommandBox = lazy(() => import('./command-box.tsx').then((module) => ({ default: module.CommandBox })))
const NavDrawer = lazy(() => import('./nav-drawer.tsx').then((module) => ({ default: module.NavDrawer })))

/** What all screens share: the side navigation, the commands box, toasts and questions. */
export function AppLayout() {
  const [collapsed, setCollapsed] = useLocalStorage({
    key: 'nav_collapsed',
    defaultValue: false,
    getInitialValueInEffect: false,
  })
  // Undefined until first opened: what floats is loaded when it is asked for.
  const [navOpen, setNavOpen] = useState<boolean>()
  const [commandsOpen, setCommandsOpen] = useState<boolean>()
  const layout = useMemo(
    () => ({ openNav: () => setNavOpen(true), openCommands: () => setCommandsOpen(true) }),
    [],
  )
  useHotkeys([['mod+K', () => setCommandsOpen(true)]], [])
  useRefreshOnEvents()
  useEffect(() => {
    const timer = setTimeout(prepareToasts, 5000)
    return () => clearTimeout(timer)
  }, [])

  return (
    <LayoutContext value={layout}>
      <a href="#content" className={classes.skip}>
        Skip to content
      </a>
      <div className={classes.layout} data-collapsed={collapsed || undefined}>
        <header className={classes.nav}>
          <SideNav collapsed={collapsed} onToggle={() => setCollapsed(!collapsed)} />
        </header>
        <main id="content" tabIndex={-1} className={classes.main}>
          <Outlet />
        </main>
      </div>
      <Suspense>
        {navOpen !== undefined && <NavDrawer opened={navOpen} onClose={() => setNavOpen(false)} />}
        {commandsOpen !== undefined && (
          <CommandBox opened={commandsOpen} onClose={() => setCommandsOpen(false)} />
        )}
      </Suspense>
      <Confirmations />
      <Toasts />
    </LayoutContext>
  )
}
