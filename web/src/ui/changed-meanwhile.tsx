import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Alert, Button, Group, Radio } from '@mantine/core'
import { useState } from 'react'
import classes from './changed-meanwhile.module.css'

type Choice = 'mine' | 'theirs'

/** A field somebody else changed: its two values as text, and whether one changed it oneself. */
export interface Difference<Field extends string> {
  field: Field
  label: string
  mine: string
  theirs: string
  touched: boolean
}

interface ChangedMeanwhileProps<Field extends string> {
  title: string
  differences: readonly Difference<Field>[]
  saving: boolean
  /** Takes theirs of these fields into the form; the rest of it stays. */
  onTake: (fields: Field[]) => void
  /** The same, and saves. */
  onSave: (fields: Field[]) => void
}

/** Says what somebody else saved while one was typing, beside one's own, and leaves the choice of each. */
export function ChangedMeanwhile<Field extends string>(props: ChangedMeanwhileProps<Field>) {
  const { title, differences, saving, onTake, onSave } = props
  const [choices, setChoices] = useState<Partial<Record<Field, Choice>>>({})
  // What one did not touch is theirs.
  const choiceOf = ({ field, touched }: Difference<Field>) => choices[field] ?? (touched ? 'mine' : 'theirs')
  const taken = differences.filter((each) => choiceOf(each) === 'theirs').map(({ field }) => field)

  function cell(difference: Difference<Field>, choice: Choice) {
    const { field, label } = difference
    const value = difference[choice]
    return (
      <td>
        <Radio
          size="xs"
          name={`difference-${field}`}
          label={value}
          aria-label={choice === 'mine' ? t`Yours, ${label}: ${value}` : t`Theirs, ${label}: ${value}`}
          checked={choiceOf(difference) === choice}
          onChange={() => setChoices((chosen) => ({ ...chosen, [field]: choice }))}
        />
      </td>
    )
  }

  return (
    <Alert color="orange" title={title} role="alert">
      <table className={classes.differences}>
        <thead>
          <tr>
            <th scope="col">
              <Trans>Field</Trans>
            </th>
            <th scope="col">
              <Trans>Yours</Trans>
            </th>
            <th scope="col">
              <Trans>Theirs</Trans>
            </th>
          </tr>
        </thead>
        <tbody>
          {differences.map((difference) => (
            <tr key={difference.field}>
              <th scope="row">{difference.label}</th>
              {cell(difference, 'mine')}
              {cell(difference, 'theirs')}
            </tr>
          ))}
        </tbody>
      </table>
      <Group gap="xs">
        <Button size="xs" variant="default" loading={saving} onClick={() => onSave(taken)}>
          <Trans>Save it so</Trans>
        </Button>
        <Button size="xs" variant="default" onClick={() => onTake(taken)}>
          <Trans>Edit on</Trans>
        </Button>
      </Group>
    </Alert>
  )
}
