import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { type Icon, IconAlertTriangle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './state.module.css'

interface StateProps {
  icon?: Icon
  title: string
  text?: ReactNode
  /** The next step: a button or link. */
  action?: ReactNode
}

/** The empty state of a list: the reason, and the next step. */
export function EmptyState({ icon: StateIcon, title, text, action }: StateProps) {
  return (
    <div className={classes.state}>
      {StateIcon && <StateIcon size={28} stroke={1.4} aria-hidden className={classes.icon} />}
      <h2 className={classes.title}>{title}</h2>
      {text && <p className={classes.text}>{text}</p>}
      {action}
    </div>
  )
}

/** Shown in place of something that failed to load, with Retry. */
export function ErrorState({ title, text, onRetry }: { title?: string; text: string; onRetry?: () => void }) {
  return (
    <div className={classes.state} role="alert">
      <IconAlertTriangle size={28} stroke={1.4} aria-hidden className={classes.icon} />
      <h2 className={classes.title}>{title ?? t`This could not be loaded`}</h2>
      <p className={classes.text}>{text}</p>
      {onRetry && (
        <Button variant="default" onClick={onRetry}>
          <Trans>Retry</Trans>
        </Button>
      )}
    </div>
  )
}
