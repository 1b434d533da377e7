import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { focusWhenShown } from '../ui/focus-when-shown.ts'
import classes from './second-factor-setup.module.css'

/** The recovery codes, the one time they are shown. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const text = `${codes.join('\n')}\n`
  return (
    <div className={classes.setup}>
      <p className={classes.text}>
        <Trans>
          Keep these recovery codes where you find them without your phone: each signs you in once. They are
          not shown again.
        </Trans>
      </p>
      <ul ref={focusWhenShown} tabIndex={-1} className={classes.codes} aria-label={t`Recovery codes`}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className={classes.buttons}>
        <Button onClick={onDone}>
          <Trans>I have kept them</Trans>
        </Button>
        <Button
          variant="default"
          component="a"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
          download="muster-recovery-codes.txt"
        >
          <Trans>Save as a file</Trans>
        </Button>
        <Button variant="default" onClick={() => void navigator.clipboard.writeText(text)}>
          <Trans>Copy</Trans>
        </Button>
      </div>
    </div>
  )
}
