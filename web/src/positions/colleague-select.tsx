import { t } from '@lingui/core/macro'
import { Select, type SelectProps } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { staffQuery } from '../applications/queries.ts'

interface ColleagueSelectProps extends Pick<SelectProps, 'label' | 'description' | 'error' | 'onBlur'> {
  value?: string | null
  onChange: (userId: string | null) => void
  /** The current value, possibly a former user. */
  known?: { id: string; name: string } | null
  /** Users with this role come first. */
  first?: 'hiring_manager' | 'recruiter'
}

/** Selects a user, or nobody. */
export function ColleagueSelect({ known, first, ...field }: ColleagueSelectProps) {
  const { data } = useQuery(staffQuery)
  const colleagues = data?.items ?? []
  const preferred = colleagues.filter(({ role }) => role === first)
  const others = colleagues.filter(({ role }) => role !== first)
  const options = [...preferred, ...others].map(({ id, name }) => ({ value: id, label: name }))
  if (known && !colleagues.some(({ id }) => id === known.id)) {
    options.unshift({ value: known.id, label: known.name })
  }
  return (
    <Select
      placeholder={t`Unassigned`}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': t`Unassigned` }}
      data={options}
      nothingFoundMessage={data ? t`No matching users` : t`Loading`}
      {...field}
    />
  )
}
