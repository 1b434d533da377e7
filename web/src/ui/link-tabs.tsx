import { Link, type LinkProps } from '@tanstack/react-router'
import classes from './link-tabs.module.css'

interface LinkTab extends Pick<LinkProps, 'to' | 'params' | 'search'> {
  label: string
  count?: string
}

/** Tabs of a toolbar that are addresses: the one whose address is open is marked. */
export function LinkTabs({ tabs }: { tabs: readonly LinkTab[] }) {
  return (
    <nav className={classes.tabs} aria-label="Views">
      {tabs.map(({ label, count, ...link }) => (
        <Link
          key={label}
          {...link}
          className={classes.tab}
          activeOptions={{ exact: true, includeSearch: true, explicitUndefined: true }}
        >
          {label}
          {count !== undefined && <span className={classes.count}>{count}</span>}
        </Link>
      ))}
    </nav>
  )
}
