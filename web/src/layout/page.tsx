import { IconMenu2, IconSearch } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Kbd, modKey } from '../ui/kbd.tsx'
import { IconButton } from './icon-button.tsx'
import { useLayout } from './layout-context.ts'
import { NotificationBell } from './notification-bell.tsx'
import classes from './page.module.css'

interface PageProps {
  /** Stands in the top bar and in the browser's tab. */
  title: string
  /** A button right after the title that leads to another of its kind. */
  switcher?: ReactNode
  /** Beside the title, in grey. */
  subtitle?: ReactNode
  /** In the top bar instead of title and subtitle, where the screen shows its title as a heading of its own. */
  breadcrumb?: ReactNode
  /** At the right of the top bar: at most one filled button. */
  actions?: ReactNode
  /** A second bar below: tabs, filters. */
  toolbar?: ReactNode
  /** The ground behind the content; `bg` for boards. */
  ground?: 'panel' | 'bg'
  /** The content scrolls by itself (a virtual list, a board), so the page does not. */
  fill?: boolean
  children: ReactNode
}

/** A screen within the layout: the top bar with its title and actions, an optional toolbar, the content. */
export function Page({
  title,
  switcher,
  subtitle,
  breadcrumb,
  actions,
  toolbar,
  ground = 'panel',
  fill,
  children,
}: PageProps) {
  const { openNav, openCommands } = useLayout()
  return (
    <>
      <title>{`${title} · Muster`}</title>
      <header className={classes.bar}>
        <IconButton icon={IconMenu2} label="Open navigation" className={classes.burger} onClick={openNav} />
        <div className={classes.heading}>
          {breadcrumb ?? <h1 className={classes.title}>{title}</h1>}
          {switcher}
          {subtitle && <span className={classes.subtitle}>{subtitle}</span>}
        </div>
        <button
          type="button"
          className={classes.search}
          onClick={openCommands}
          aria-label="Search or jump to..."
        >
          <IconSearch size={16} stroke={1.6} aria-hidden />
          <span className={classes.searchText}>Search or jump to...</span>
          <Kbd>{`${modKey} K`}</Kbd>
        </button>
        <NotificationBell />
        {actions && <div className={classes.actions}>{actions}</div>}
      </header>
      {toolbar && <div className={classes.toolbar}>{toolbar}</div>}
      <div className={classes.content} data-ground={ground} data-fill={fill || undefined} data-scrolls-to-top>
        {children}
      </div>
    </>
  )
}
