import { Trans } from '@lingui/react/macro'
import { Button, Group } from '@mantine/core'
import type { ReactNode } from 'react'

interface FormButtonsProps {
  pending?: boolean
  onCancel: () => void
  /** The words of the button that submits the form; Save where left out. */
  children?: ReactNode
}

/** The buttons below the form of a dialog: Cancel, and the one that submits it. */
export function FormButtons({ pending, onCancel, children = <Trans>Save</Trans> }: FormButtonsProps) {
  return (
    <Group justify="flex-end" gap="xs">
      <Button variant="default" onClick={onCancel}>
        <Trans>Cancel</Trans>
      </Button>
      <Button type="submit" loading={pending}>
        {children}
      </Button>
    </Group>
  )
}
