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
  /** Set where these are not all: told what is typed, so that those it means are among them. */
  onSearch?: ((text: string) => void) | undefined
  isSearching?: boolean
  onChange: (values: string[] | undefined) => void
}

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** Those whose label has what was typed, whatever its case and accents, as the server finds them. */
export function matchingChoices<C extends Choice>(choices: readonly C[], typed: string): C[] {
  const wanted = plain(typed.trim())
  return choices.filter(({ label }) => plain(label).includes(wanted))
}

/** What is chosen in a word: the one, or how many. */
export function chosenText({ any, choices, values }: Omit<ChoiceChipProps, 'label' | 'onChange'>): string {
  if (!values?.length) return any
  if (values.length > 1) return plural(values.length, { one: 'any of #', other: 'any of #' })
  return choices?.find(({ value }) => value === values[0])?.label ?? '…'
}
