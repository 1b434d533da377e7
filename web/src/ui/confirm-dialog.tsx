import { t } from '@lingui/core/macro'
import { Button, Group, Modal } from '@mantine/core'
import type { Question } from './confirm.tsx'
import { useOpened } from './use-opened.ts'

interface ConfirmDialogProps extends Question {
  open: boolean
  answer: (confirmed: boolean) => void
}

export function ConfirmDialog({ title, text, action, cancel, open, answer }: ConfirmDialogProps) {
  return (
    <Modal
      opened={useOpened(open)}
      onClose={() => answer(false)}
      title={title}
      size="sm"
      centered
      withCloseButton={false}
    >
      {text}
      <Group justify="flex-end" mt="md" gap="xs">
        <Button variant="default" onClick={() => answer(false)}>
          {cancel ?? t`Cancel`}
        </Button>
        <Button color="red" onClick={() => answer(true)} data-autofocus>
          {action}
        </Button>
      </Group>
    </Modal>
  )
}
