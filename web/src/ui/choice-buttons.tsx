import type { ReactNode } from 'react'
import classes from './choice-buttons.module.css'

interface ChoiceButtonsProps<Choice extends string> {
  /** The accessible name of the group. */
  label: string
  choices: readonly { value: Choice; label: ReactNode }[]
  chosen: Choice
  onChoose: (value: Choice) => void
}

/** A single choice among a few buttons. */
export function ChoiceButtons<Choice extends string>(props: ChoiceButtonsProps<Choice>) {
  const { label, choices, chosen, onChoose } = props
  return (
    <fieldset className={classes.choices} aria-label={label}>
      {choices.map(({ value, label: name }) => (
        <button key={value} type="button" aria-pressed={value === chosen} onClick={() => onChoose(value)}>
          {name}
        </button>
      ))}
    </fieldset>
  )
}
