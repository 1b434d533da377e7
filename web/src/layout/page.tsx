import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { IconMenu2, IconSearch } from '@tabler/icons-react'
import { useParams } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { Kbd, modKey } from '../ui/kbd.tsx'
import { IconButton } from './icon-button.tsx'
import { useLayout } from './layout-context.ts'
import { NotificationBell } from './notification-bell.tsx'
import classes from './page.module.css'

interface PageProps {
  /** Shown in the top bar and the browser tab. */
  title: string
  /** A button after the title that switches to another item of the same kind. */
  switcher?: ReactNode
  /** Shown in grey after the title. */
  subtitle?: ReactNode
  /** Replaces title and subtitle when the screen shows its title as a heading. */
  breadcrumb?: ReactNode
  /** Who else is viewing, before the search. */
  viewers?: ReactNode
  /** At the right of the top bar: at most one filled button. */
  actions?: ReactNode
  /** A second bar with tabs or filters. */
  toolbar?: ReactNode
  /** The background of the content; `bg` for boards. */
  ground?: 'panel' | 'bg'
  /** The content scrolls itself (a virtual list, a board), so the page does not. */
  fill?: boolean
  /** A placeholder while the screen loads or when it failed. */
  standIn?: boolean
  children: ReactNode
}

/** Records the visit, which the command box offers again. */
function useVisit(title: string, standIn: boolean) {
  const id = useParams({ strict: false, select: (params) => params.id })
  useEffect(() => {
    if (!id || standIn) return
    const { pathname } = window.location
    void import('./recent.ts').then(({ storeVisit }) => storeVisit(pathname, title))
  }, [id, title, standIn])
}

/** A screen within the layout: top bar with title and actions, optional toolbar, content. */
export function Page({
  title,
  switcher,
  subtitle,
  breadcrumb,
  viewers,
  actions,
  toolbar,
  ground = 'panel',
  fill,
  standIn = false,
  children,
}: PageProps) {
  const { isClient, openNav, openCommands, prepareCommands } = useLayout()
  useVisit(title, standIn)
  return (
    <>
      <title>{`${title} · Muster`}</title>
      <header className={classes.bar}>
        {!isClient && (
          <IconButton
            icon={IconMenu2}
            label={t`Open navigation`}
            className={classes.burger}
            onClick={openNav}
          />
        )}
        <div className={classes.heading}>
          {breadcrumb ?? <h1 className={classes.title}>{title}</h1>}
          {switcher}
          {subtitle && <span className={classes.subtitle}>{subtitle}</span>}
        </div>
        {viewers}
        {!isClient && (
          <>
            <button
              type="button"
              className={classes.search}
              onClick={openCommands}
              onPointerEnter={prepareCommands}
              aria-keyshortcuts="Control+K Meta+K"
            >
              <IconSearch size={16} stroke={1.6} aria-hidden />
              <span className={classes.searchText}>
                <Trans>Search or type a command</Trans>
              </span>
              <span className={classes.searchKey} aria-hidden>
                <Kbd>{`${modKey} K`}</Kbd>
              </span>
            </button>
            <div className={classes.bell}>
              <NotificationBell />
            </div>
          </>
        )}
        {actions && <div className={classes.actions}>{actions}</div>}
      </header>
      {toolbar && <div className={classes.toolbar}>{toolbar}</div>}
      <div className={classes.content} data-ground={ground} data-fill={fill || undefined} data-scrolls-to-top>
        {children}
      </div>
    </>
  )
}
