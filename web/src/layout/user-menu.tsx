import { t } from '@lingui/core/macro'
import { lazy } from 'react'
import { useCurrentUser } from '../session/session.ts'
import { withTexts } from '../texts/load-texts.ts'
import { Avatar } from '../ui/avatar.tsx'
import { CornerPopover } from './corner-popover.tsx'
import classes from './user-menu.module.css'

const Content = lazy(() =>
  withTexts('layout', import('./user-menu-content.tsx')).then((module) => ({
    default: module.UserMenuContent,
  })),
)

interface UserMenuProps {
  /** Shows the picture alone. */
  collapsed?: boolean
  /** Where the menu opens. */
  corner?: 'top-right' | 'bottom-left'
}

export function UserMenu({ collapsed, corner = 'bottom-left' }: UserMenuProps) {
  const user = useCurrentUser()
  const label = t`${user.name}, user menu`
  return (
    <CornerPopover
      corner={corner}
      label={label}
      named
      className={collapsed ? classes.folded : classes.user}
      trigger={
        <>
          <Avatar name={user.name} userId={user.id} decorative />
          {collapsed ? (
            <span className={classes.kind}>{label}</span>
          ) : (
            <span className={classes.name}>
              {user.name}
              <span className={classes.kind}> {t`user menu`}</span>
            </span>
          )}
        </>
      }
    >
      {(close) => <Content close={close} />}
    </CornerPopover>
  )
}
