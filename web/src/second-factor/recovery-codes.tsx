import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { focusWhenShown } from '../ui/focus-when-shown.ts'
import classes from './second-factor-setup.module.css'

/** Shows the recovery codes, once. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const [copying, setCopying] = useState<'copied' | 'refused'>()
  const text = `${codes.join('\n')}\n`
  const copy = () =>
    void navigator.clipboard.writeText(text).then(
      () => setCopying('copied'),
      () => setCopying('refused'),
    )
  return (
    <div className={classes.setup}>
      <p className={classes.text}>
        <Trans>
          Save these recovery codes where you can reach them without your phone. Each code works once. They
          are not shown again.
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
          <Trans>I saved these codes</Trans>
        </Button>
        <Button
          variant="default"
          component="a"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
          download="muster-recovery-codes.txt"
        >
          <Trans>Download</Trans>
        </Button>
        <Button variant="default" onClick={copy}>
          <Trans>Copy</Trans>
        </Button>
      </div>
      <p className={classes.text} role="status">
        {copying === 'copied' && <Trans>Codes copied</Trans>}
        {copying === 'refused' && (
          <Trans>The browser did not allow copying. Download the codes or write them down.</Trans>
        )}
      </p>
    </div>
  )
}
