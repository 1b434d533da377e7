import { t } from '@lingui/core/macro'
import { ActionIcon, CopyButton as Copying } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'

interface CopyButtonProps {
  value: string
  label: string
  className?: string | undefined
}

/** Copies a value, and confirms it for a second. */
export function CopyButton({ value, label, className }: CopyButtonProps) {
  return (
    <Copying value={value} timeout={1000}>
      {({ copied, copy }) => (
        <ActionIcon
          size="sm"
          className={className}
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
