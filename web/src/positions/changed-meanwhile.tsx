import { Alert, Button, Group } from '@mantine/core'
import { changedFields, fieldLabels, fieldText } from './position-form.ts'
import type { PositionDetails } from './position-state.ts'

interface ChangedMeanwhileProps {
  /** What the form was filled from. */
  before: PositionDetails
  now: PositionDetails
  /** Takes the new values of the fields somebody else changed; the rest of the form stays. */
  onTake: () => void
  /** Saves the form as it is, over theirs. */
  onKeep: () => void
}

/** Says what somebody else saved while one was typing, and leaves the choice. */
export function ChangedMeanwhile({ before, now, onTake, onKeep }: ChangedMeanwhileProps) {
  const fields = changedFields(before, now)
  return (
    <Alert color="orange" title="Somebody else saved this position meanwhile">
      <ul>
        {fields.map((field) => (
          <li key={field}>
            {fieldLabels[field]} is now <strong>{fieldText(now, field)}</strong>
          </li>
        ))}
      </ul>
      <Group gap="xs">
        <Button size="xs" variant="default" onClick={onTake}>
          Take theirs
        </Button>
        <Button size="xs" variant="default" onClick={onKeep}>
          Save mine over it
        </Button>
      </Group>
    </Alert>
  )
}
