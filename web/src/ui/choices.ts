import { plural } from '@lingui/core/macro'

interface Choice {
  value: string
  label: string
}

export interface ChoiceChipProps {
  /** The name of the filter: "Owner". */
  label: string
  /** Shown when nothing is selected: "anyone". */
  any: string
  /** Undefined while loading. */
  choices: readonly Choice[] | undefined
  values: readonly string[] | undefined
  /** Set if the choices are incomplete: receives the search text, and loads the matches. */
  onSearch?: ((text: string) => void) | undefined
  isSearching?: boolean
  onChange: (values: string[] | undefined) => void
}

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** Returns the choices whose label contains the text, ignoring case and diacritics, as the server does. */
export function matchingChoices<C extends Choice>(choices: readonly C[], typed: string): C[] {
  const wanted = plain(typed.trim())
  return choices.filter(({ label }) => plain(label).includes(wanted))
}

/** Returns the name of the single selected choice, or the number. */
export function chosenText({ any, choices, values }: Omit<ChoiceChipProps, 'label' | 'onChange'>): string {
  if (!values?.length) return any
  if (values.length > 1) return plural(values.length, { one: '# selected', other: '# selected' })
  return choices?.find(({ value }) => value === values[0])?.label ?? '…'
}
