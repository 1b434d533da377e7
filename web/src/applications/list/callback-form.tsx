import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { callbackChoices } from '../../calls/callback-choices.ts'
import { fromLocalTime, toLocalTime } from '../../ui/local-time.ts'

interface CallbackFormProps {
  label: string
  /** Null removes the callback. */
  onSubmit: (at: string | null) => void
}

/** Sets or removes a callback, in the browser's timezone. */
export function CallbackForm({ label, onSubmit }: CallbackFormProps) {
  const [text, setText] = useState('')
  const at = fromLocalTime(text)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (at) onSubmit(at)
      }}
    >
      <Stack gap="sm">
        <strong>{label}</strong>
        <TextInput
          type="datetime-local"
          label={t`Callback`}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
          data-autofocus
        />
        <Group gap={4}>
          {callbackChoices().map((choice) => (
            <Button
              key={choice.key}
              size="compact-xs"
              variant="subtle"
              onClick={() => setText(toLocalTime(choice.at))}
            >
              {choice.label}
            </Button>
          ))}
        </Group>
        <Group justify="space-between">
          <Button variant="subtle" color="gray" onClick={() => onSubmit(null)}>
            <Trans>Remove callback</Trans>
          </Button>
          <Button type="submit" disabled={!at}>
            <Trans>Schedule callback</Trans>
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
