import { Button, Group, Modal } from '@mantine/core'
import type { Question } from './confirm.tsx'

interface ConfirmDialogProps extends Question {
  open: boolean
  answer: (confirmed: boolean) => void
}

export function ConfirmDialog({ title, text, action, open, answer }: ConfirmDialogProps) {
  return (
    <Modal
      opened={open}
      onClose={() => answer(false)}
      title={title}
      size="sm"
      centered
      withCloseButton={false}
    >
      {text}
      <Group justify="flex-end" mt="md" gap="xs">
        <Button variant="default" onClick={() => answer(false)}>
          Cancel
        </Button>
        <Button color="red" onClick={() => answer(true)} data-autofocus>
          {action}
        </Button>
      </Group>
    </Modal>
  )
}
