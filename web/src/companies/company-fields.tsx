import type { MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { getCompany } from '@muster/contract/companies.ts'
import type { ResponseOf } from '@muster/contract/endpoint.ts'
import type { Drafts } from '../custom-fields/custom-field.ts'
import { FormFields } from '../custom-fields/form-fields.tsx'
import classes from './companies.module.css'

export type Company = ResponseOf<typeof getCompany>

export type CompanyValues = {
  name: string
  website: string
  contactName: string
  contactEmail: string
  contactPhone: string
  notes: string
}

/** The form of a new company: its fields, and what is typed into the custom ones. */
export type NewCompany = CompanyValues & { customFields: Drafts }

export const companyLabels: Record<keyof CompanyValues, MessageDescriptor> = {
  name: msg`Name`,
  website: msg`Website`,
  contactName: msg`Contact`,
  contactPhone: msg`Contact phone`,
  contactEmail: msg`Contact email`,
  notes: msg`Notes`,
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
  const field = (name: keyof CompanyValues, maxLength: number) => ({
    label: t(companyLabels[name]),
    maxLength,
    ...form.getInputProps(name),
  })
  return (
    <>
      <TextInput {...field('name', 200)} required withAsterisk={false} data-autofocus />
      <TextInput {...field('website', 500)} type="url" placeholder="https://" />
      <div className={classes.pair}>
        <TextInput {...field('contactName', 200)} autoComplete="off" />
        <TextInput {...field('contactPhone', 60)} type="tel" autoComplete="off" />
      </div>
      <TextInput {...field('contactEmail', 254)} type="email" autoComplete="off" />
      <Textarea {...field('notes', 5000)} autosize minRows={2} />
      <FormFields
        subject="company"
        drafts={form.values.customFields}
        errors={form.errors}
        onChange={(drafts) => form.setFieldValue('customFields', drafts)}
      />
    </>
  )
}
