import type { MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { NativeSelect } from '@mantine/core'
import { Link, type LinkProps, useNavigate, useRouter, useRouterState } from '@tanstack/react-router'
import { useId } from 'react'
import { useCurrentUser } from '../session/session.ts'
import classes from './settings.module.css'
import { type SettingsGroup, settingsGroups } from './settings-groups.ts'

const groupTitles: Record<SettingsGroup, MessageDescriptor> = {
  you: msg`You`,
  workspace: msg`Workspace`,
  people: msg`People`,
  integrations: msg`Integrations`,
  privacy: msg`Privacy`,
}

interface SectionLink {
  to: NonNullable<LinkProps['to']>
  title: string
}

/** The sections the person may open, by group; they stand in `routes.ts`. */
function useSections(): { group: SettingsGroup; links: SectionLink[] }[] {
  const { routesById } = useRouter()
  const { permissions } = useCurrentUser()
  const sections = Object.values(routesById).flatMap(({ fullPath, options }) => {
    const { title, settings } = options.staticData ?? {}
    if (!title || !settings || (settings.needs && !permissions.includes(settings.needs))) return []
    return { group: settings.group, to: fullPath as SectionLink['to'], title: t(title) }
  })
  return settingsGroups
    .map((group) => ({ group, links: sections.filter((section) => section.group === group) }))
    .filter(({ links }) => links.length > 0)
}

/** The sections of the settings: beside them where there is room, else to choose from above them. */
export function SettingsNav() {
  const groups = useSections()
  const id = useId()
  const navigate = useNavigate()
  const path = useRouterState({ select: ({ location }) => location.pathname.replace(/\/+$/, '') })
  return (
    <nav aria-label={t`Sections of the settings`} className={classes.nav}>
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
        aria-label={t`Section of the settings`}
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
