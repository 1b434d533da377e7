import { plural, t } from '@lingui/core/macro'
import { listImports } from '@muster/contract/import-status.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { endpointQuery } from '../api/query.ts'
import { formatPercent } from '../ui/format.ts'
import classes from './running-imports.module.css'

/** Only the newest are shown; the imports screen has the others. */
const looked = 10

/** Shows running imports, and those being undone, on every screen. */
export function RunningImports({ collapsed }: { collapsed: boolean | undefined }) {
  // Live events invalidate the query.
  const { data } = useQuery(endpointQuery(listImports, { query: { limit: looked } }))
  const running = (data?.items ?? []).flatMap((one) => {
    const { undo, fileName: file } = one
    if (undo?.state === 'queued' || undo?.state === 'running')
      return [{ ...one, done: undo.processed, of: undo.total, label: t`Undoing ${file}` }]
    if (one.state === 'queued' || one.state === 'running')
      return [{ ...one, done: one.processed, of: one.total ?? 0, label: t`Importing ${file}` }]
    return []
  })
  if (running.length === 0) return null
  return (
    <ul
      className={classes.list}
      aria-label={plural(running.length, { one: '# import in progress', other: '# imports in progress' })}
    >
      {running.map(({ id, label, done, of }) => {
        const share = of > 0 ? done / of : 0
        return (
          <li key={id}>
            <Link
              to="/imports/new"
              search={{ id }}
              className={classes.link}
              title={label}
              aria-label={collapsed ? label : undefined}
            >
              {!collapsed && (
                <span className={classes.line}>
                  <span className={classes.label}>{label}</span>
                  <span className={classes.percent}>{formatPercent(share)}</span>
                </span>
              )}
              <progress className={classes.bar} value={share} max={1} aria-label={label} />
            </Link>
          </li>
        )
      })}
    </ul>
  )
}
