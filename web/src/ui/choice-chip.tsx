import { lazy, Suspense, useState } from 'react'
import { Chip } from './chip.tsx'
import { type ChoiceChipProps, chosenText } from './choices.ts'

const Choices = lazy(() =>
  import('./choice-chip-choices.tsx').then((module) => ({ default: module.ChoiceChipChoices })),
)

/** A multi-select filter in a toolbar; its list loads when first opened. */
export function ChoiceChip(props: ChoiceChipProps) {
  const { label, values, onChange } = props
  const [asked, setAsked] = useState(false)
  const chip = (
    <Chip
      label={label}
      value={chosenText(props)}
      aria-haspopup="listbox"
      onRemove={values?.length ? () => onChange(undefined) : undefined}
      onClick={() => setAsked(true)}
    />
  )
  if (!asked) return chip
  return (
    <Suspense fallback={chip}>
      <Choices {...props} />
    </Suspense>
  )
}
