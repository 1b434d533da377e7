import { t } from '@lingui/core/macro'
import { MultiSelect } from '@mantine/core'
import type { ReactNode } from 'react'
import { useMemo } from 'react'
import { formatLanguages } from '../ui/format.ts'

/** The most common languages of calls; an agent's other codes are added. */
const common =
  'ar bg bn cs da de el en es et fa fi fr he hi hr hu id it ja ko lt lv ms nl no pl pt ro ru sk sl sq sr sv sw ta th tl tr uk ur vi zh'

interface LanguageSelectProps {
  label: string
  value?: string[]
  onChange?: (languages: string[]) => void
  error?: ReactNode
}

/** Selects languages, with a search by name. */
export function LanguageSelect(props: LanguageSelectProps) {
  const { value = [] } = props
  const known = value.join(' ')
  const options = useMemo(() => {
    const codes = [...new Set([...common.split(' '), ...known.split(' ').filter(Boolean)])]
    return codes
      .map((code) => ({ value: code, label: formatLanguages([code]) }))
      .sort((one, other) => one.label.localeCompare(other.label))
  }, [known])
  return (
    <MultiSelect
      searchable
      hidePickedOptions
      data={options}
      placeholder={value.length === 0 ? t`Search languages` : undefined}
      nothingFoundMessage={t`Nothing found`}
      {...props}
    />
  )
}
