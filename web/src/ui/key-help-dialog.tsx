import { t } from '@lingui/core/macro'
import { Modal } from '@mantine/core'
import { Fragment } from 'react'
import { Kbd } from './kbd.tsx'
import classes from './key-help-dialog.module.css'
import { useOpened } from './use-opened.ts'

/** A keyboard shortcut, or several similar ones, and what they do. */
export interface KeyHelp {
  keys: readonly string[]
  text: string
}

interface KeyHelpDialogProps {
  opened: boolean
  onClose: () => void
  help: readonly KeyHelp[]
}

/** Lists the keyboard shortcuts of a screen. */
export function KeyHelpDialog({ opened, onClose, help }: KeyHelpDialogProps) {
  return (
    <Modal opened={useOpened(opened)} onClose={onClose} title={t`Keyboard shortcuts`} size="sm">
      <dl className={classes.keys}>
        {help.map(({ keys, text }) => (
          <Fragment key={text}>
            <dt className={classes.key}>
              {keys.map((key) => (
                <Kbd key={key}>{key}</Kbd>
              ))}
            </dt>
            <dd className={classes.text}>{text}</dd>
          </Fragment>
        ))}
      </dl>
    </Modal>
  )
}
