import { lazy } from 'react'
import { useCurrentUser } from '../session/session.ts'
import { Avatar } from '../ui/avatar.tsx'
import { CornerPopover } from './corner-popover.tsx'
import classes from './user-menu.module.css'

const Content = lazy(() =>
  import('./user-menu-content.tsx').then((module) => ({ default: module.UserMenuContent })),
)

export function UserMenu({ collapsed }: { collapsed?: boolean }) {
  const user = useCurrentUser()
  return (
    <CornerPopover
      corner="bottom-left"
      label={`${user.name}, user menu`}
      className={collapsed ? classes.folded : classes.user}
      trigger={
        <>
          <Avatar name={user.name} decorative />
          {!collapsed && <span className={classes.name}>{user.name}</span>}
        </>
      }
    >
      {(close) => <Content close={close} />}
    </CornerPopover>
  )
}
