import { t } from '@lingui/core/macro'
import { ActionIcon, CopyButton as Copying } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import classes from './facts.module.css'

/** Copies a fact, and says for a second that it did. */
export function CopyButton({ value, label }: { value: string; label: string }) {
  return (
    <Copying value={value} timeout={1000}>
      {({ copied, copy }) => (
        <ActionIcon
          size="sm"
          className={classes.pencil}
          aria-label={copied ? t`Copied` : label}
          title={copied ? t`Copied` : label}
          data-copied={copied || undefined}
          onClick={copy}
        >
          {copied ? <IconCheck size={14} stroke={1.6} /> : <IconCopy size={14} stroke={1.6} />}
        </ActionIcon>
      )}
    </Copying>
  )
}
