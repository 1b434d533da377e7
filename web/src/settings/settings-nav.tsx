import type { MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { NativeSelect } from '@mantine/core'
import { isStaff } from '@muster/contract/client-access.ts'
import { Link, type LinkProps, useNavigate, useRouter, useRouterState } from '@tanstack/react-router'
import { useId } from 'react'
import { useCurrentUser } from '../session/session.ts'
import classes from './settings.module.css'
import { type SettingsGroup, settingsGroups } from './settings-groups.ts'

const groupTitles: Record<SettingsGroup, MessageDescriptor> = {
  you: msg`My account`,
  workspace: msg`Workspace`,
  people: msg`Users and access`,
  integrations: msg`Integrations`,
  privacy: msg`Privacy`,
}

interface SectionLink {
  to: NonNullable<LinkProps['to']>
  title: string
}

/** Returns the sections that the user may open, by group; `routes.ts` defines them. */
function useSections(): { group: SettingsGroup; links: SectionLink[] }[] {
  const { routesById } = useRouter()
  const { permissions, role } = useCurrentUser()
  const sections = Object.values(routesById).flatMap(({ fullPath, options }) => {
    const { title, settings } = options.staticData ?? {}
    if (!title || !settings || (settings.needs && !permissions.includes(settings.needs))) return []
    if (settings.group !== 'you' && !isStaff(role)) return []
    return { group: settings.group, to: fullPath as SectionLink['to'], title: t(title) }
  })
  return settingsGroups
    .map((group) => ({ group, links: sections.filter((section) => section.group === group) }))
    .filter(({ links }) => links.length > 0)
}

/** The navigation of the settings: at the side or, on narrow screens, a select above. */
export function SettingsNav() {
  const groups = useSections()
  const id = useId()
  const navigate = useNavigate()
  const path = useRouterState({ select: ({ location }) => location.pathname.replace(/\/+$/, '') })
  return (
    <nav aria-label={t`Settings sections`} className={classes.nav}>
      {groups.map(({ group, links }) => (
        <section key={group} aria-labelledby={`${id}${group}`} className={classes.navGroup}>
          <h2 id={`${id}${group}`} className={classes.navTitle}>
            {t(groupTitles[group])}
          </h2>
          {links.map(({ to, title }) => (
            <Link key={to} to={to} className={classes.navItem} activeProps={{ 'data-shown': true }}>
              {title}
            </Link>
          ))}
        </section>
      ))}
      <NativeSelect
        aria-label={t`Settings section`}
        className={classes.navSelect}
        value={path}
        onChange={(event) => void navigate({ to: event.currentTarget.value as SectionLink['to'] })}
        data={groups.map(({ group, links }) => ({
          group: t(groupTitles[group]),
          items: links.map(({ to, title }) => ({ value: to, label: title })),
        }))}
      />
    </nav>
  )
}
