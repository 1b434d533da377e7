import { IconLogout, IconUserCircle } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { signOut, useCurrentUser } from '../session/session.ts'
import { ColorSchemeControl } from '../theme/color-scheme-control.tsx'
import classes from './user-menu.module.css'

const icon = { size: 18, stroke: 1.5, 'aria-hidden': true } as const

export function UserMenuContent({ close }: { close: () => void }) {
  const user = useCurrentUser()
  return (
    <div className={classes.menu}>
      <div className={classes.who}>
        <strong className={classes.name}>{user.workspace.name}</strong>
        <span className={classes.name}>{user.email}</span>
      </div>
      <ColorSchemeControl />
      <Link to="/settings" className={classes.item} onClick={close}>
        <IconUserCircle {...icon} />
        Profile and settings
      </Link>
      <button type="button" className={classes.item} onClick={() => void signOut()}>
        <IconLogout {...icon} />
        Sign out
      </button>
    </div>
  )
}
