import { t } from '@lingui/core/macro'
import { MultiSelect } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { maxRecipients } from '@muster/contract/report-schedules.ts'
import { listUsers } from '@muster/contract/users.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { endpointQuery } from '../api/query.ts'
import { roleNames } from '../texts/contract-labels.ts'

interface RecipientsSelectProps {
  value?: string[]
  onChange?: (userIds: string[]) => void
  error?: ReactNode
  /** The names of the initial values. */
  known: readonly { id: string; name: string }[]
}

/** Selects users of the workspace and reviewers of clients. */
export function RecipientsSelect({ known, onChange, ...field }: RecipientsSelectProps) {
  const [text, setText] = useState('')
  const [q] = useDebouncedValue(text.trim(), 150)
  // Keep the names of selected users when the search changes.
  const [names, setNames] = useState(() => new Map(known.map(({ id, name }) => [id, name])))
  const found = useQuery({
    ...endpointQuery(listUsers, {
      query: { status: ['active'], sort: 'name', limit: 50, q: q || undefined },
    }),
    placeholderData: keepPreviousData,
  })
  const options = new Map(names)
  for (const { id, name, role } of found.data?.items ?? []) options.set(id, `${name} · ${t(roleNames[role])}`)
  return (
    <MultiSelect
      label={t`Recipients`}
      description={t`Everyone gets the numbers of the rows they have access to.`}
      searchable
      hidePickedOptions
      maxValues={maxRecipients}
      searchValue={text}
      onSearchChange={setText}
      // The server has already filtered them.
      filter={({ options: all }) => all}
      data={[...options].map(([value, label]) => ({ value, label }))}
      placeholder={field.value?.length ? undefined : t`Search users`}
      nothingFoundMessage={found.isPending ? t`Searching` : t`No matching users`}
      onChange={(ids) => {
        setNames(options)
        onChange?.(ids)
      }}
      {...field}
    />
  )
}
