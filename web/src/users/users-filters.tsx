import { t } from '@lingui/core/macro'
import { roleNames } from '../texts/contract-labels.ts'
import { permissionLabels } from '../texts/permission-labels.ts'
import { Chip } from '../ui/chip.tsx'
import { ChoiceChip } from '../ui/choice-chip.tsx'
import { DeletedChip } from '../ui/deleted-chip.tsx'
import { SearchInput } from '../ui/search-input.tsx'
import { seenLabels, userStatusLabels } from './user-labels.ts'
import { roleKeys, type Seen, seenChoices, type UsersSearch } from './users-search.ts'

interface UsersFiltersProps {
  search: UsersSearch
  onChange: (changes: UsersSearch) => void
  manages: boolean
}

/** The filters of the list of users. */
export function UsersFilters({ search, onChange, manages }: UsersFiltersProps) {
  const { deleted, overridden, holds } = search
  return (
    <>
      <SearchInput label={t`Search users`} value={search.q} onChange={(q) => onChange({ q })} />
      <ChoiceChip
        label={t`Role`}
        any={t`any`}
        choices={roleKeys.map((value) => ({ value, label: t(roleNames[value]) }))}
        values={search.role}
        onChange={(role) => onChange({ role: role as UsersSearch['role'] })}
      />
      <ChoiceChip
        label={t`Status`}
        any={t`any`}
        choices={(['active', 'suspended'] as const).map((value) => ({
          value,
          label: t(userStatusLabels[value]),
        }))}
        values={search.status}
        onChange={(status) => onChange({ status: status as UsersSearch['status'] })}
      />
      <ChoiceChip
        label={t`Last active`}
        any={t`any time`}
        choices={seenChoices.map((value) => ({ value, label: t(seenLabels[value]) }))}
        values={search.seen && [search.seen]}
        // Single choice: the last one selected.
        onChange={(values) => onChange({ seen: values?.at(-1) as Seen | undefined })}
      />
      {holds && (
        <Chip
          label={t`Permission`}
          value={t(permissionLabels[holds])}
          onRemove={() => onChange({ holds: undefined })}
        />
      )}
      <Chip
        label={t`Custom permissions`}
        dashed={!overridden}
        aria-pressed={overridden === 'true'}
        onClick={() => onChange({ overridden: overridden ? undefined : 'true' })}
        onRemove={overridden ? () => onChange({ overridden: undefined }) : undefined}
      />
      {manages && <DeletedChip deleted={deleted === 'true'} onChange={(deleted) => onChange({ deleted })} />}
    </>
  )
}
