import { t } from '@lingui/core/macro'
import { useDebouncedValue } from '@mantine/hooks'
import { search } from '@muster/contract/search.ts'
import { IconAddressBook, IconBriefcase, IconBuilding } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { errorMessage } from '../api/api-error.ts'
import { endpointQuery } from '../api/query.ts'
import { usePermission } from '../session/session.ts'
import { StatusIcon } from '../statuses/status-icon.tsx'
import { formatPhone } from '../ui/phone.ts'
import type { EntryGroup } from './command-entry.tsx'

const pause = 120

/** Searches candidates, positions and companies on the server. */
export function useSearchResults(text: string): {
  groups: EntryGroup[]
  /** Nothing matching this text is loaded yet. */
  isSearching: boolean
  failed: { message: string; retry: () => void } | null
} {
  const navigate = useNavigate()
  const allowed = usePermission('applications:read')
  const typed = text.trim()
  const [q] = useDebouncedValue(typed, pause)
  const wanted = allowed && typed !== ''
  const { data, error, isFetching, refetch } = useQuery({
    ...endpointQuery(search, { query: { q } }),
    enabled: wanted && q !== '',
    placeholderData: keepPreviousData,
  })
  const found = wanted ? data : undefined
  const groups: EntryGroup[] = found
    ? [
        {
          heading: t`Applications`,
          entries: found.applications.map((item) => ({
            key: `application ${item.id}`,
            label: item.candidateName,
            description: `${item.positionName} · ${item.statusName}`,
            icon: <StatusIcon type={item.statusType} size={16} />,
            href: `/applications/${item.id}`,
            personHref: `/candidates/${item.candidateId}`,
            run: () => void navigate({ to: '/applications/$id', params: { id: item.id } }),
          })),
        },
        {
          heading: t`Candidates`,
          entries: found.candidates.map((item) => ({
            key: `candidate ${item.id}`,
            label: item.name,
            description: item.email ?? (item.phone ? formatPhone(item.phone) : undefined),
            icon: IconAddressBook,
            href: `/candidates/${item.id}`,
            run: () => void navigate({ to: '/candidates/$id', params: { id: item.id } }),
          })),
        },
        {
          heading: t`Positions`,
          entries: found.positions.map((item) => ({
            key: `position ${item.id}`,
            label: item.name,
            description: item.companyName,
            icon: IconBriefcase,
            href: `/positions/${item.id}`,
            run: () => void navigate({ to: '/positions/$id', params: { id: item.id } }),
          })),
        },
        {
          heading: t`Companies`,
          entries: found.companies.map((item) => ({
            key: `company ${item.id}`,
            label: item.name,
            icon: IconBuilding,
            href: `/companies/${item.id}`,
            run: () => void navigate({ to: '/companies/$id', params: { id: item.id } }),
          })),
        },
      ]
    : []
  return {
    groups,
    isSearching: wanted && (isFetching || q !== typed),
    failed:
      wanted && error && !isFetching ? { message: errorMessage(error), retry: () => void refetch() } : null,
  }
}
