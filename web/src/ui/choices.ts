import { plural } from '@lingui/core/macro'

interface Choice {
  value: string
  label: string
}

export interface ChoiceChipProps {
  /** What is filtered: "Owner". */
  label: string
  /** What stands there when nothing is chosen: "anyone". */
  any: string
  /** Undefined while they load. */
  choices: readonly Choice[] | undefined
  values: readonly string[] | undefined
  onChange: (values: string[] | undefined) => void
}

/** What is chosen in a word: the one, or how many. */
export function chosenText({ any, choices, values }: Omit<ChoiceChipProps, 'label' | 'onChange'>): string {
  if (!values?.length) return any
  if (values.length > 1) return plural(values.length, { one: 'any of #', other: 'any of #' })
  return choices?.find(({ value }) => value === values[0])?.label ?? '…'
}
