import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { callbackChoices, cityOf, ownTimezone } from '../calls/callback-choices.ts'
import { formatDateTime } from '../ui/format.ts'
import { fromLocalTime, toLocalTime } from '../ui/local-time.ts'

interface CallbackFormProps {
  /** Whom it is about, if the screen around does not tell. */
  label?: string
  /** The callback so far. */
  value?: string | null
  /** Of the candidate, whose time is shown beside one's own where they differ. */
  timezone?: string | null
  /** Null removes the callback. */
  onSubmit: (at: string | null) => void
  onCancel?: () => void
}

/** Sets or removes a callback, in the browser's timezone. */
export function CallbackForm({ label, value, timezone, onSubmit, onCancel }: CallbackFormProps) {
  const [text, setText] = useState(toLocalTime(value))
  const at = fromLocalTime(text)
  const own = cityOf(ownTimezone())
  const isElsewhere = timezone && timezone !== ownTimezone()
  const theirs = at && isElsewhere && formatDateTime(toLocalTime(at, timezone))
  const city = isElsewhere && cityOf(timezone)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (at) onSubmit(at)
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !onCancel) return
        event.stopPropagation()
        onCancel()
      }}
    >
      <Stack gap="sm">
        {label && <strong>{label}</strong>}
        <TextInput
          type="datetime-local"
          label={t`Callback`}
          description={
            theirs && city
              ? t`Your time (${own}). For the candidate (${city}): ${theirs}`
              : t`Your time (${own})`
          }
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
          autoFocus={onCancel !== undefined}
          data-autofocus
        />
        <Group gap={4} role="group" aria-label={city ? t`Candidate’s time (${city})` : t`Suggestions`}>
          {city && <span>{t`Candidate’s time (${city})`}</span>}
          {callbackChoices(timezone ?? undefined).map((choice) => (
            <Button
              key={choice.key}
              size="compact-xs"
              variant="default"
              onClick={() => setText(toLocalTime(choice.at))}
            >
              {choice.label}
            </Button>
          ))}
        </Group>
        <Group justify="flex-end" gap="xs">
          {(label || value) && (
            <Button variant="subtle" color="gray" mr="auto" onClick={() => onSubmit(null)}>
              <Trans>Remove callback</Trans>
            </Button>
          )}
          {onCancel && (
            <Button variant="default" onClick={onCancel}>
              <Trans>Cancel</Trans>
            </Button>
          )}
          <Button type="submit" disabled={!at}>
            {value ? <Trans>Reschedule callback</Trans> : <Trans>Schedule callback</Trans>}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
