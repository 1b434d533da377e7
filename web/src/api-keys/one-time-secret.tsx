import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { CopyButton } from '../ui/copy-button.tsx'
import { focusWhenShown } from '../ui/focus-when-shown.ts'
import classes from './api-keys.module.css'

interface OneTimeSecretProps {
  secret: string
  /** What the secret is for. */
  text: string
  onDone: () => void
}

/** Shows a secret that cannot be shown again. */
export function OneTimeSecret({ secret, text, onDone }: OneTimeSecretProps) {
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
        <Trans>This value is shown only once. Store it in a secure place.</Trans>
      </p>
      <div className={classes.buttons}>
        <Button onClick={onDone}>
          <Trans>I saved a copy</Trans>
        </Button>
      </div>
    </div>
  )
}
