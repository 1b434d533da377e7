import { Link, type LinkProps } from '@tanstack/react-router'
import classes from './link-tabs.module.css'

interface LinkTab extends Pick<LinkProps, 'to' | 'params' | 'search'> {
  label: string
  active: boolean
  count?: string
}

/** Tabs of a toolbar that are addresses. */
export function LinkTabs({ tabs }: { tabs: readonly LinkTab[] }) {
  return (
    <nav className={classes.tabs} aria-label="Views">
      {tabs.map(({ label, active, count, ...link }) => (
        <Link
          key={label}
          {...link}
          className={classes.tab}
          activeProps={{}}
          data-active={active || undefined}
          aria-current={active ? 'page' : undefined}
        >
          {label}
          {count !== undefined && <span className={classes.count}>{count}</span>}
        </Link>
      ))}
    </nav>
  )
}
