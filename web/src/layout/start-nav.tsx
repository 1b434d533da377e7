import { t } from '@lingui/core/macro'
import { getStart } from '@muster/contract/start.ts'
import { IconFlask, IconProgressCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import { endpointQuery, invalidate } from '../api/query.ts'
import { hadChecklist, rememberChecklist } from './had-checklist.ts'
import classes from './side-nav.module.css'

interface StartNavProps {
  collapsed: boolean | undefined
  /** The checklist is first in the navigation, the sample data are last. */
  place: 'first' | 'last'
}

/** Leads to the setup checklist until it is done or hidden, or to the sample data while there are any. */
export function StartNav({ collapsed, place }: StartNavProps) {
  const { data } = useQuery(endpointQuery(getStart))
  const { pathname } = useLocation()
  const done = data?.steps.filter((step) => step.done).length ?? 0
  const isLeft = data !== undefined && data.hiddenAt === null && done < data.steps.length
  const isChecklist = data?.sample.loadedAt === null
  const showsSteps = place === 'first' && isChecklist && isLeft
  // What was done on the screen before may have finished a step.
  useEffect(() => {
    if (showsSteps && pathname) void invalidate(getStart)
  }, [pathname, showsSteps])
  // The next visit reserves the space, so that nothing moves.
  useEffect(() => {
    if (data && place === 'first') rememberChecklist(showsSteps)
  }, [data, place, showsSteps])
  if (!data) return place === 'first' && hadChecklist() ? <span className={classes.link} aria-hidden /> : null
  if (isChecklist !== (place === 'first') || (isChecklist && !isLeft)) return null
  const label = isChecklist ? t`Get started` : t`Sample data`
  const LinkIcon = isChecklist ? IconProgressCheck : IconFlask
  const total = data.steps.length
  return (
    <Link
      to="/start"
      className={classes.link}
      hash={isChecklist ? undefined : 'sample'}
      activeOptions={{ includeHash: !isChecklist }}
      title={collapsed ? label : undefined}
      aria-label={collapsed ? label : undefined}
    >
      <LinkIcon size={16} stroke={1.6} aria-hidden />
      {!collapsed && <span className={classes.label}>{label}</span>}
      {!collapsed && (
        <span className={classes.count}>{isChecklist ? t`${done} of ${total}` : t`Remove`}</span>
      )}
    </Link>
  )
}
