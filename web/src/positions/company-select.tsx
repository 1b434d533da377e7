import { t } from '@lingui/core/macro'
import { Select, type SelectProps } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { createCompany, listCompanies } from '@muster/contract/companies.ts'
import { keepPreviousData, useIsMutating, useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { endpointQuery, invalidate } from '../api/query.ts'
import { usePermission } from '../session/session.ts'
import { toast, toastError } from '../ui/toast.tsx'

interface CompanySelectProps extends Pick<SelectProps, 'error' | 'onBlur'> {
  value?: string | null
  onChange: (companyId: string | null) => void
  /** The current company, which the first page of the list may not include. */
  known?: { id: string; name: string }
}

/** The option that adds a company with the typed name. */
const adding = 'add'

const mutationKey = ['add company of a position']

/** Returns whether a company is being added: a form saved meanwhile would be saved without it. */
export const useIsAddingCompany = () => useIsMutating({ mutationKey }) > 0

/** Selects a company by name, or adds a new one. */
export function CompanySelect({ value, onChange, known, ...field }: CompanySelectProps) {
  const [search, setSearch] = useState('')
  const [added, setAdded] = useState<{ id: string; name: string }[]>([])
  const [q] = useDebouncedValue(search.trim(), 150)
  const mayAdd = usePermission('companies:write')
  const shown = [...added, ...(known ? [known] : [])]
  const chosen = shown.find((company) => company.id === value)
  const { data } = useQuery({
    ...endpointQuery(listCompanies, { query: { limit: 50, q: q && q !== chosen?.name ? q : undefined } }),
    placeholderData: keepPreviousData,
  })
  const add = useMutation({
    mutationKey,
    mutationFn: (name: string) => call(createCompany, { body: { name } }),
    onSuccess: ({ id, name }) => {
      setAdded((now) => [...now, { id, name }])
      onChange(id)
      setSearch(name)
      toast(t`Added ${name}`)
      void invalidate(listCompanies)
    },
    onError: (error) => toastError(error, t`Company not added`),
  })

  const companies = new Map([...(data?.items ?? []), ...shown].map(({ id, name }) => [id, name]))
  const options = [...companies].map(([id, name]) => ({ value: id, label: name }))
  const typed = search.trim()
  const isNew = ![...companies.values()].some((name) => name.toLowerCase() === typed.toLowerCase())
  if (mayAdd && typed && isNew) options.push({ value: adding, label: t`Add company “${typed}”` })

  return (
    <Select
      label={t`Company`}
      placeholder={t`Search companies`}
      searchable
      data={options}
      value={value}
      searchValue={search}
      onSearchChange={setSearch}
      onChange={(next) => (next === adding ? add.mutate(typed) : onChange(next))}
      disabled={add.isPending}
      nothingFoundMessage={data ? t`No matching companies` : t`Loading`}
      {...field}
    />
  )
}
