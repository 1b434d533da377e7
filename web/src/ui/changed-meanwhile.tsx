import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Alert, Button, Group, Radio } from '@mantine/core'
import { useState } from 'react'
import classes from './changed-meanwhile.module.css'

type Choice = 'mine' | 'theirs'

/** A field that somebody else changed: its two values as text, and whether the user changed it too. */
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
  /** Copies their values of these fields into the form; the others stay. */
  onTake: (fields: Field[]) => void
  /** Copies them and saves. */
  onSave: (fields: Field[]) => void
}

/** Shows what somebody else saved meanwhile beside the user's own values, with a choice for each. */
export function ChangedMeanwhile<Field extends string>(props: ChangedMeanwhileProps<Field>) {
  const { title, differences, saving, onTake, onSave } = props
  const [choices, setChoices] = useState<Partial<Record<Field, Choice>>>({})
  // Fields the user did not edit default to theirs.
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
          <Trans>Save selection</Trans>
        </Button>
        <Button size="xs" variant="default" onClick={() => onTake(taken)}>
          <Trans>Keep editing</Trans>
        </Button>
      </Group>
    </Alert>
  )
}
