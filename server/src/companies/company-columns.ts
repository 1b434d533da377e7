import type { createCompany } from '@muster/contract/companies.ts'
import type { BodyOf } from '@muster/contract/endpoint.ts'
import type { Companies } from '../database/schema.generated.ts'

/** The columns of a company's fields that users set. */
export const companyColumns = {
  name: 'name',
  website: 'website',
  contactName: 'contact_name',
  contactEmail: 'contact_email',
  contactPhone: 'contact_phone',
  notes: 'notes',
} as const satisfies Record<Exclude<keyof BodyOf<typeof createCompany>, 'customFields'>, keyof Companies>
