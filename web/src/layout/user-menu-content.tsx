import { Trans } from '@lingui/react/macro'
import { IconDevices, IconLogout, IconUserCircle } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { LanguageControl } from '../session/language-control.tsx'
import { signOut, useCurrentUser } from '../session/session.ts'
import { ColorSchemeControl } from '../theme/color-scheme-control.tsx'
import { DensityControl } from '../theme/density-control.tsx'
import classes from './user-menu.module.css'

const icon = { size: 16, stroke: 1.6, 'aria-hidden': true } as const

export function UserMenuContent({ close }: { close: () => void }) {
  const user = useCurrentUser()
  return (
    <div className={classes.menu}>
      <div className={classes.who}>
        <strong className={classes.name}>{user.workspace.name}</strong>
        <span className={classes.name}>{user.email}</span>
      </div>
      <ColorSchemeControl />
      <DensityControl />
      <LanguageControl />
      <Link to="/settings" className={classes.item} onClick={close}>
        <IconUserCircle {...icon} />
        <Trans>Profile and settings</Trans>
      </Link>
      <Link to="/settings/sessions" className={classes.item} onClick={close}>
        <IconDevices {...icon} />
        <Trans>Sessions</Trans>
      </Link>
      <button type="button" className={classes.item} onClick={() => void signOut()}>
        <IconLogout {...icon} />
        <Trans>Sign out</Trans>
      </button>
    </div>
  )
}
