import { t } from '@lingui/core/macro'
import { NativeSelect } from '@mantine/core'
import { Link, useNavigate, useRouterState } from '@tanstack/react-router'
import { useId } from 'react'
import { type SectionLink, useSettingsSections } from '../layout/use-settings-sections.ts'
import classes from './settings.module.css'

/** The navigation of the settings: at the side or, on narrow screens, a select above. */
export function SettingsNav() {
  const groups = useSettingsSections()
  const id = useId()
  const navigate = useNavigate()
  const path = useRouterState({ select: ({ location }) => location.pathname.replace(/\/+$/, '') })
  return (
    <nav aria-label={t`Settings sections`} className={classes.nav}>
      {groups.map(({ group, title: groupTitle, links }) => (
        <section key={group} aria-labelledby={`${id}${group}`} className={classes.navGroup}>
          <h2 id={`${id}${group}`} className={classes.navTitle}>
            {groupTitle}
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
        data={groups.map(({ title: groupTitle, links }) => ({
          group: groupTitle,
          items: links.map(({ to, title }) => ({ value: to, label: title })),
        }))}
      />
    </nav>
  )
}
