import { msg, t } from '@lingui/core/macro'
import { Outlet, useRouterState } from '@tanstack/react-router'
import { Page } from '../layout/page.tsx'
import { Sections } from '../ui/section.tsx'
import classes from './settings.module.css'
import { SettingsNav } from './settings-nav.tsx'

/** The settings: navigation and the open section. */
export function SettingsPage() {
  const { title = msg`Settings`, settings } = useRouterState({
    select: ({ matches }) => matches.at(-1)?.staticData ?? {},
  })
  const fill = settings?.fill
  return (
    <Page title={t(title)} fill={fill}>
      <div className={classes.columns} data-fill={fill}>
        <SettingsNav />
        {fill ? (
          <div className={classes.filled}>
            <Outlet />
          </div>
        ) : (
          <Sections>
            <Outlet />
          </Sections>
        )}
      </div>
    </Page>
  )
}
