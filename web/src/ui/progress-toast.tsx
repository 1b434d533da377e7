import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Progress } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import classes from './progress-toast.module.css'
import { prepareToasts } from './toast.tsx'

export interface ProgressToast {
  /** Updates the text, and the progress if `share` (0 to 1) is known. */
  update(text: string, share?: number): void
  close(): void
}

/** Shows a toast for a long-running task until it is closed; with `onCancel` it has a Cancel button. */
export function showProgress(text: string, onCancel?: () => void): ProgressToast {
  prepareToasts()
  const content = (text: string, share: number | undefined) => (
    <span className={classes.progress}>
      <span className={classes.line}>
        <span className={classes.text}>{text}</span>
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
    update: (text, share) => notifications.update({ ...options, id, message: content(text, share) }),
    close: () => notifications.hide(id),
  }
}
