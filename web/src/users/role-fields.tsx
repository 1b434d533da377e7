import { t } from '@lingui/core/macro'
import { NativeSelect } from '@mantine/core'
import { listCompanies } from '@muster/contract/companies.ts'
import type { Role } from '@muster/contract/permissions.ts'
import { listRoles } from '@muster/contract/users.ts'
import { useQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { endpointQuery } from '../api/query.ts'
import { roleNames } from '../texts/contract-labels.ts'

type FieldProps = Pick<
  ComponentProps<typeof NativeSelect>,
  'value' | 'onChange' | 'error' | 'onBlur' | 'onFocus'
>

interface RoleFieldProps extends FieldProps {
  /** The current role, which is offered even to those who may not grant it. */
  current?: Role
  /** Why it cannot be changed. */
  whyNot?: string | undefined
}

/** Selects a role that the user may grant, with explanations. */
export function RoleField({ current, whyNot, value, ...field }: RoleFieldProps) {
  const roles = useQuery(endpointQuery(listRoles)).data?.items ?? []
  const offered = roles.filter(({ key, assignable }) => assignable || key === current)
  const chosen = roles.find(({ key }) => key === value)
  const shown: readonly { key: Role }[] = offered.length > 0 || !current ? offered : [{ key: current }]
  return (
    <NativeSelect
      {...field}
      value={value}
      label={t`Role`}
      description={chosen?.description ?? ' '}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      disabled={whyNot !== undefined}
      title={whyNot}
      data={shown.map(({ key }) => ({ value: key, label: t(roleNames[key]) }))}
    />
  )
}

/** Selects the company of a client reviewer. */
export function CompanyField(field: FieldProps & { disabled?: boolean }) {
  const query = { sort: 'name', limit: 200 } as const
  const companies = useQuery(endpointQuery(listCompanies, { query })).data?.items ?? []
  return (
    <NativeSelect
      {...field}
      label={t`Reviewer’s company`}
      data={[
        { value: '', label: t`Choose a company` },
        ...companies.map(({ id, name }) => ({ value: id, label: name })),
      ]}
    />
  )
}
