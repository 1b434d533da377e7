import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Combobox, useCombobox } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { Chip } from './chip.tsx'
import classes from './choice-chip.module.css'
import { type ChoiceChipProps, chosenText, matchingChoices } from './choices.ts'

/** Longer lists have a search field. */
const fewChoices = 8

/** The chip with its list open. */
export function ChoiceChipChoices(props: ChoiceChipProps) {
  const { label, choices, values = [], onSearch, isSearching, onChange } = props
  const [search, setSearch] = useState('')
  const combobox = useCombobox({
    onDropdownClose: () => {
      type('')
      // Before the field unmounts; a click elsewhere then moves the focus.
      if (combobox.searchRef.current === document.activeElement) combobox.targetRef.current?.focus()
    },
  })
  const { openDropdown } = combobox
  const searchable = (choices?.length ?? 0) > fewChoices
  const matching = choices && matchingChoices(choices, search)

  // biome-ignore lint/correctness/useExhaustiveDependencies: opens once, on the click that loaded it
  useEffect(() => openDropdown(), [])
  useEffect(() => {
    if (!combobox.dropdownOpened) return
    if (searchable) combobox.focusSearchInput()
    else combobox.focusTarget()
  }, [combobox.dropdownOpened, searchable, combobox.focusSearchInput, combobox.focusTarget])

  function type(text: string) {
    setSearch(text)
    onSearch?.(text)
  }

  function choose(value: string) {
    const next = values.includes(value) ? values.filter((each) => each !== value) : [...values, value]
    onChange(next.length > 0 ? next : undefined)
  }

  return (
    <Combobox
      store={combobox}
      width={240}
      position="bottom-start"
      withinPortal
      resetSelectionOnOptionHover
      onOptionSubmit={choose}
    >
      <Combobox.Target targetType="button" withAriaAttributes={false}>
        <Chip
          label={label}
          value={chosenText(props)}
          aria-haspopup="listbox"
          aria-expanded={combobox.dropdownOpened}
          onRemove={values.length > 0 ? () => onChange(undefined) : undefined}
          onClick={() => combobox.toggleDropdown()}
        />
      </Combobox.Target>
      <Combobox.Dropdown>
        {searchable && (
          <Combobox.Search
            value={search}
            placeholder={t`Search`}
            aria-label={t`Search in ${label}`}
            onChange={(event) => {
              type(event.currentTarget.value)
              combobox.updateSelectedOptionIndex()
            }}
          />
        )}
        <Combobox.Options aria-label={label} className={classes.options}>
          {matching?.map(({ value, label: text }) => (
            <Combobox.Option
              key={value}
              value={value}
              active={values.includes(value)}
              className={classes.option}
            >
              <span className={classes.text}>{text}</span>
              {values.includes(value) && <IconCheck size={14} stroke={1.6} aria-hidden />}
            </Combobox.Option>
          ))}
          {(!matching || (matching.length === 0 && isSearching)) && (
            <Combobox.Empty>{t`Loading`}</Combobox.Empty>
          )}
          {matching?.length === 0 && !isSearching && (
            <Combobox.Empty>
              <Trans>Nothing found</Trans>
            </Combobox.Empty>
          )}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}
