import type { MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { createCompany, getCompany } from '@muster/contract/companies.ts'
import type { BodyOf, ResponseOf } from '@muster/contract/endpoint.ts'
import type { Drafts } from '../custom-fields/custom-field.ts'
import { FormFields } from '../custom-fields/form-fields.tsx'
import classes from './companies.module.css'

export type Company = ResponseOf<typeof getCompany>

/** The fields of a company that are typed as text. */
export type CompanyField = Exclude<keyof BodyOf<typeof createCompany>, 'customFields'>

type CompanyValues = Record<CompanyField, string>

/** The form of a new company: its fields, and what is typed into the custom ones. */
export type NewCompany = CompanyValues & { customFields: Drafts }

interface CompanyFieldDefinition {
  label: MessageDescriptor
  maxLength: number
  type?: 'url' | 'tel' | 'email'
  /** The group of facts on the company's page. */
  group: 'contact' | 'company'
  /** The label under the heading of its group, where it differs. */
  labelInGroup?: MessageDescriptor
}

/** What the form and the page know of each field. The page shows the fields of a group in this order. */
export const companyFields: Record<CompanyField, CompanyFieldDefinition> = {
  name: { label: msg`Name`, maxLength: 200, group: 'company' },
  website: { label: msg`Website`, maxLength: 500, type: 'url', group: 'company' },
  contactName: { label: msg`Contact`, labelInGroup: msg`Name`, maxLength: 200, group: 'contact' },
  contactPhone: {
    ...{ label: msg`Contact phone`, labelInGroup: msg`Phone` },
    ...{ maxLength: 60, type: 'tel', group: 'contact' },
  },
  contactEmail: {
    ...{ label: msg`Contact email`, labelInGroup: msg`Email` },
    ...{ maxLength: 254, type: 'email', group: 'contact' },
  },
  notes: { label: msg`Notes`, maxLength: 5000, group: 'company' },
}

export const emptyCompany: NewCompany = {
  customFields: {},
  name: '',
  website: '',
  contactName: '',
  contactEmail: '',
  contactPhone: '',
  notes: '',
}

interface CompanyFieldsProps {
  form: UseFormReturnType<NewCompany>
}

/** The fields of a company; an empty one is sent as null. */
export function CompanyFields({ form }: CompanyFieldsProps) {
  const field = (name: CompanyField) => {
    const { label, maxLength, type } = companyFields[name]
    return { label: t(label), maxLength, type, ...form.getInputProps(name) }
  }
  return (
    <>
      <TextInput {...field('name')} required withAsterisk={false} data-autofocus />
      <TextInput {...field('website')} placeholder="https://" />
      <div className={classes.pair}>
        <TextInput {...field('contactName')} autoComplete="off" />
        <TextInput {...field('contactPhone')} autoComplete="off" />
      </div>
      <TextInput {...field('contactEmail')} autoComplete="off" />
      <Textarea {...field('notes')} autosize minRows={2} />
      <FormFields
        subject="company"
        drafts={form.values.customFields}
        errors={form.errors}
        onChange={(drafts) => form.setFieldValue('customFields', drafts)}
      />
    </>
  )
}
