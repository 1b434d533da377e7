import { t } from '@lingui/core/macro'
import { Anchor } from '@mantine/core'
import { getCompany, listCompanies, updateCompany } from '@muster/contract/companies.ts'
import type { ReactNode } from 'react'
import { call } from '../api/call.ts'
import { endpointQuery, invalidate, queryClient } from '../api/query.ts'
import { EditableText } from '../applications/fields/editable-text.tsx'
import { type Fact, FactList } from '../applications/fields/fact-list.tsx'
import { useInlineEdit } from '../applications/fields/use-inline-edit.ts'
import { CustomFact, customFactGroups, inlineField, joinGroups } from '../custom-fields/custom-fact.tsx'
import type { CustomField } from '../custom-fields/custom-field.ts'
import { useCustomFields } from '../custom-fields/custom-fields-query.ts'
import { formatPhone } from '../ui/phone.ts'
import { type Company, type CompanyField, companyFields } from './company-fields.tsx'

interface CompanyTextProps {
  company: Company
  field: CompanyField
  startsEditing: boolean
}

/** Links to a website, a phone or a mailbox. Schemes such as `javascript:` are shown as text only. */
function shown(field: CompanyField, value: string): ReactNode {
  if (field === 'contactPhone') return <Anchor href={`tel:${value}`}>{formatPhone(value)}</Anchor>
  if (field === 'contactEmail') return <Anchor href={`mailto:${value}`}>{value}</Anchor>
  if (field === 'website' && /^https?:\/\//i.test(value))
    return (
      <Anchor href={value} target="_blank" rel="noopener noreferrer">
        {value.replace(/^https?:\/\/(www\.)?/, '').replace(/\/$/, '')}
      </Anchor>
    )
  return value
}

interface CompanyEdit<Value> {
  label: string
  read: (company: Company) => Value
  same?: (a: Value, b: Value) => boolean
  /** Returns the fields of the request. */
  send: (value: Value) => object
  done: (value: Value) => string
}

function useCompanyField<Value>(company: Company, { send, ...field }: CompanyEdit<Value>) {
  const params = { id: company.id }
  const query = endpointQuery(getCompany, { params })
  return useInlineEdit<Company, Value>({
    ...field,
    scope: `company ${company.id}`,
    subject: company,
    latest: () => queryClient.getQueryData(query.queryKey) ?? company,
    reload: () => queryClient.fetchQuery({ ...query, staleTime: 0 }),
    send: (next, { version }) => call(updateCompany, { params, body: { ...send(next), version } }),
    show: (changed) => {
      queryClient.setQueryData(query.queryKey, changed)
      void invalidate(listCompanies)
    },
  })
}

function CompanyText({ company, field, startsEditing }: CompanyTextProps) {
  const { type, maxLength } = companyFields[field]
  const label = t(companyFields[field].label)
  const editable = useCompanyField<string | null>(company, {
    label,
    read: (now) => now[field],
    send: (next) => ({ [field]: next }),
    done: (value) => (value ? t`${label}: ${value}` : t`${label} removed`),
  })
  return (
    <EditableText
      editable={editable}
      canEdit={company.can.edit}
      type={type}
      multiline={field === 'notes'}
      maxLength={maxLength}
      required={field === 'name'}
      startsEditing={startsEditing}
    >
      {(value) => shown(field, value)}
    </EditableText>
  )
}

interface CompanyCustomProps extends Pick<CompanyTextProps, 'company'> {
  field: CustomField
  canEdit: boolean
  added: boolean
}

function CompanyCustom({ company, field, canEdit, added }: CompanyCustomProps) {
  const inline = inlineField<Company>(field, (now) => now.customFields)
  const editable = useCompanyField(company, {
    ...inline,
    send: (draft) => ({ customFields: inline.send(draft) }),
  })
  return <CustomFact field={field} editable={editable} canEdit={canEdit} added={added} />
}

interface CompanyFactsProps {
  company: Company
  /** The key of an empty fact that is shown to be filled in. */
  added: string | null
  onAdd: (key: string) => void
  children?: ReactNode
}

/** The contact of a company and what else is known about it, edited in place. */
export function CompanyFacts({ company, added, onAdd, children }: CompanyFactsProps) {
  const fact = (field: CompanyField): Fact => ({
    key: field,
    label: t(companyFields[field].labelInGroup ?? companyFields[field].label),
    isEmpty: field === 'name' || !company[field],
    isHidden: field === 'name',
    canEdit: company.can.edit,
    render: (startsEditing) => <CompanyText company={company} field={field} startsEditing={startsEditing} />,
  })
  const factsOf = (group: 'contact' | 'company') =>
    (Object.keys(companyFields) as CompanyField[])
      .filter((field) => companyFields[field].group === group)
      .map(fact)
  const customFields = useCustomFields('company')
  const groups = joinGroups([
    { title: t`Contact`, facts: factsOf('contact') },
    { title: t`Company`, facts: factsOf('company') },
    ...customFactGroups(
      customFields,
      company.customFields,
      { title: t`Company`, canEdit: company.can.edit, prefix: 'custom' },
      (field, canEdit, added) => (
        <CompanyCustom company={company} field={field} canEdit={canEdit} added={added} />
      ),
    ),
  ])
  return (
    <FactList groups={groups} added={added} onAdd={onAdd}>
      {children}
    </FactList>
  )
}
