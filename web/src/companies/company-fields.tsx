import { Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { getCompany } from '@muster/contract/companies.ts'
import type { ResponseOf } from '@muster/contract/endpoint.ts'
import classes from './companies.module.css'

export interface CompanyValues {
  name: string
  website: string
  contactName: string
  contactEmail: string
  contactPhone: string
  notes: string
}

export function companyValues(company?: ResponseOf<typeof getCompany>): CompanyValues {
  return {
    name: company?.name ?? '',
    website: company?.website ?? '',
    contactName: company?.contactName ?? '',
    contactEmail: company?.contactEmail ?? '',
    contactPhone: company?.contactPhone ?? '',
    notes: company?.notes ?? '',
  }
}

/** The fields of a company; an emptied one becomes "no value". */
export function CompanyFields({
  form,
  disabled,
}: {
  form: UseFormReturnType<CompanyValues>
  disabled?: boolean
}) {
  return (
    <>
      <TextInput
        label="Name"
        required
        withAsterisk={false}
        maxLength={200}
        disabled={disabled}
        data-autofocus
        {...form.getInputProps('name')}
      />
      <TextInput label="Website" maxLength={500} disabled={disabled} {...form.getInputProps('website')} />
      <div className={classes.pair}>
        <TextInput
          label="Contact"
          maxLength={200}
          disabled={disabled}
          {...form.getInputProps('contactName')}
        />
        <TextInput
          label="Contact's phone"
          maxLength={60}
          disabled={disabled}
          {...form.getInputProps('contactPhone')}
        />
      </div>
      <TextInput
        label="Contact's e-mail"
        maxLength={254}
        disabled={disabled}
        {...form.getInputProps('contactEmail')}
      />
      <Textarea
        label="Notes"
        autosize
        minRows={2}
        maxLength={5000}
        disabled={disabled}
        {...form.getInputProps('notes')}
      />
    </>
  )
}
