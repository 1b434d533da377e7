import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Progress } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import classes from './progress-toast.module.css'
import { prepareToasts } from './toast.tsx'

export interface ProgressToast {
  /** Shows how far it is: `share` of 0 to 1 where that is known, and a word on it. */
  update(text: string, share?: number): void
  close(): void
}

/** Says at the bottom that something takes its time, until it is closed; with `onCancel`, lets the person stop it. */
export function showProgress(text: string, onCancel?: () => void): ProgressToast {
  prepareToasts()
  const content = (said: string, share: number | undefined) => (
    <span className={classes.progress}>
      <span className={classes.line}>
        <span className={classes.text}>{said}</span>
        {onCancel && (
          <Button size="xs" variant="default" onClick={onCancel}>
            <Trans>Cancel</Trans>
          </Button>
        )}
      </span>
      <Progress
        size="xs"
        value={share === undefined ? 100 : share * 100}
        animated={share === undefined}
        aria-label={t`Progress`}
      />
    </span>
  )
  const options = { autoClose: false, withCloseButton: false } as const
  const id = notifications.show({ ...options, message: content(text, undefined) })
  return {
    update: (said, share) => notifications.update({ ...options, id, message: content(said, share) }),
    close: () => notifications.hide(id),
  }
}
