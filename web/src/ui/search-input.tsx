import { t } from '@lingui/core/macro'
import { CloseButton, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import classes from './search-input.module.css'

interface SearchInputProps {
  label: string
  value: string | undefined
  /** Called a moment after typing stops; with undefined when emptied. */
  onChange: (value: string | undefined) => void
}

const pause = 200

/** A search field whose value is in the address, which it updates a moment after typing. */
export function SearchInput({ label, value = '', onChange }: SearchInputProps) {
  const [text, setText] = useState(value)
  const [known, setKnown] = useState(value)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  // The address changed otherwise: back, a saved view, a cleared filter.
  if (value !== known) {
    setKnown(value)
    if (value !== text.trim()) setText(value)
  }
  useEffect(() => () => clearTimeout(timer.current), [])

  function type(next: string) {
    setText(next)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => onChange(next.trim() || undefined), next ? pause : 0)
  }

  return (
    <TextInput
      type="search"
      size="xs"
      className={classes.search}
      placeholder={label}
      aria-label={label}
      leftSection={<IconSearch size={14} stroke={1.6} />}
      rightSection={text && <CloseButton size="xs" aria-label={t`Clear search`} onClick={() => type('')} />}
      value={text}
      onChange={(event) => type(event.currentTarget.value)}
    />
  )
}
