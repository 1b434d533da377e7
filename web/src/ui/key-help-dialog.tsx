import { t } from '@lingui/core/macro'
import { Modal } from '@mantine/core'
import { Fragment } from 'react'
import { Kbd } from './kbd.tsx'
import classes from './key-help-dialog.module.css'
import { useOpened } from './use-opened.ts'

/** A key, or several that do the same kind of thing, and what they do. */
export interface KeyHelp {
  keys: readonly string[]
  text: string
}

interface KeyHelpDialogProps {
  opened: boolean
  onClose: () => void
  help: readonly KeyHelp[]
}

/** All keys of a screen. */
export function KeyHelpDialog({ opened, onClose, help }: KeyHelpDialogProps) {
  return (
    <Modal opened={useOpened(opened)} onClose={onClose} title={t`Keys`} size="sm">
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
