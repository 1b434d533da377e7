/** The columns of a company's fields that users set. */
export const companyColumns = {
  name: 'name',
  website: 'website',
  contactName: 'contact_name',
  contactEmail: 'contact_email',
  contactPhone: 'contact_phone',
  notes: 'notes',
} as const
