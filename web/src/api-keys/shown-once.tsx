import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { CopyButton } from '../ui/copy-button.tsx'
import { focusWhenShown } from '../ui/focus-when-shown.ts'
import classes from './api-keys.module.css'

interface ShownOnceProps {
  secret: string
  /** What it is, and what it is for. */
  text: string
  onDone: () => void
}

/** A secret that nobody is shown again. */
export function ShownOnce({ secret, text, onDone }: ShownOnceProps) {
  return (
    <div className={classes.once} role="status">
      <p>{text}</p>
      <div className={classes.secret}>
        <code ref={focusWhenShown} tabIndex={-1}>
          {secret}
        </code>
        <CopyButton value={secret} label={t`Copy`} />
      </div>
      <p className={classes.caption}>
        <Trans>It is shown only now. Keep it where only the program that needs it can read it.</Trans>
      </p>
      <div className={classes.buttons}>
        <Button onClick={onDone}>
          <Trans>I have kept it</Trans>
        </Button>
      </div>
    </div>
  )
}
