import { Trans } from '@lingui/react/macro'
import { useHotkeys, useLocalStorage } from '@mantine/hooks'
import { isStaff } from '@muster/contract/client-access.ts'
import { Outlet } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useMemo, useRef, useState } from 'react'
import { useCurrentUser } from '../session/session.ts'
import { withTexts } from '../texts/load-texts.ts'
import { Confirmations } from '../ui/confirm.tsx'
import { Floating } from '../ui/floating.tsx'
import { prepareToasts, Toasts } from '../ui/toast.tsx'
import classes from './app-layout.module.css'
import { LayoutContext } from './layout-context.ts'
import { NotificationPanel } from './notification-bell.tsx'
import { SideNav } from './side-nav.tsx'

const commandBox = () => withTexts('layout', import('./command-box.tsx'))
const CommandBox = lazy(() => commandBox().then((module) => ({ default: module.CommandBox })))
// Loaded right after the first paint: without a connection it would be too late.
const ConnectionBanner = lazy(() =>
  withTexts('layout', import('./connection-banner.tsx')).then((module) => ({
    default: module.ConnectionBanner,
  })),
)
const ImpersonationBanner = lazy(() =>
  withTexts('layout', import('./impersonation-banner.tsx')).then((module) => ({
    default: module.ImpersonationBanner,
  })),
)
const SecondFactorBanner = lazy(() =>
  withTexts('layout', import('./second-factor-banner.tsx')).then((module) => ({
    default: module.SecondFactorBanner,
  })),
)
const PasswordRequests = lazy(() =>
  import('../session/with-password.tsx').then((module) => ({ default: module.PasswordRequests })),
)
const ClientHeader = lazy(() =>
  withTexts('layout', import('./client-header.tsx')).then((module) => ({ default: module.ClientHeader })),
)
const NavDrawer = lazy(() =>
  withTexts('layout', import('./nav-drawer.tsx')).then((module) => ({ default: module.NavDrawer })),
)

/** The layout of all screens: side navigation, command box, toasts and confirmations. */
export function AppLayout() {
  const [collapsed, setCollapsed] = useLocalStorage({
    key: 'nav_collapsed',
    defaultValue: false,
    getInitialValueInEffect: false,
  })
  // Undefined until first opened, which loads the drawer.
  const [navOpen, setNavOpen] = useState<boolean>()
  const [commandsOpen, setCommandsOpen] = useState<boolean>()
  const focusedBefore = useRef<Element>(null)
  const { impersonation, role, hasSecondFactor } = useCurrentUser()
  const isClient = !isStaff(role)
  const layout = useMemo(
    () => ({
      isClient,
      openNav: () => setNavOpen(true),
      openCommands: () => {
        // A browser popover would cover the box.
        document.querySelector<HTMLElement>(':popover-open')?.hidePopover()
        focusedBefore.current = document.activeElement
        setCommandsOpen(true)
      },
      prepareCommands: () => void commandBox(),
    }),
    [isClient],
  )
  function closeCommands() {
    setCommandsOpen(false)
    // At once, so that a dialog opened by a command returns the focus to the same element.
    if (focusedBefore.current instanceof HTMLElement) focusedBefore.current.focus({ preventScroll: true })
  }
  useHotkeys(isClient ? [] : [['mod+K', () => (commandsOpen ? closeCommands() : layout.openCommands())]], [])
  // Superadmins can access every workspace.
  const needsSecondFactor =
    role === 'superadmin' &&
    hasSecondFactor === false &&
    !impersonation &&
    !sessionStorage.second_factor_banner_dismissed
  useEffect(() => {
    const timer = setTimeout(() => {
      prepareToasts()
      if (!layout.isClient) layout.prepareCommands()
    }, 3000)
    return () => clearTimeout(timer)
  }, [layout])

  return (
    <LayoutContext value={layout}>
      <a href="#content" className={classes.skip}>
        <Trans>Skip to content</Trans>
      </a>
      {impersonation && (
        <Suspense>
          <ImpersonationBanner />
        </Suspense>
      )}
      {needsSecondFactor && (
        <Suspense fallback={<div className={classes.bannerSpace} />}>
          <SecondFactorBanner />
        </Suspense>
      )}
      <div
        className={classes.layout}
        data-collapsed={collapsed || undefined}
        data-client={isClient || undefined}
      >
        <header className={classes.nav}>
          {isClient ? (
            <Suspense>
              <ClientHeader />
            </Suspense>
          ) : (
            <SideNav collapsed={collapsed} onToggle={() => setCollapsed(!collapsed)} />
          )}
        </header>
        <main id="content" tabIndex={-1} className={classes.main}>
          <Outlet />
        </main>
      </div>
      <NotificationPanel />
      <Suspense>
        {navOpen !== undefined && <NavDrawer opened={navOpen} onClose={() => setNavOpen(false)} />}
      </Suspense>
      {/* It takes the focus until the box has loaded: keys would act on the screen behind it. */}
      <Suspense fallback={<div role="menu" tabIndex={-1} ref={(element) => element?.focus()} />}>
        {commandsOpen !== undefined && <CommandBox opened={commandsOpen} onClose={closeCommands} />}
      </Suspense>
      <Suspense>
        <ConnectionBanner />
        <PasswordRequests />
      </Suspense>
      <Confirmations />
      <Floating />
      <Toasts />
    </LayoutContext>
  )
}
