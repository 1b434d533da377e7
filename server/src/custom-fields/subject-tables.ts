import type { FieldSubject } from '@muster/contract/field-subjects.ts'

/** The table of each subject. Its column custom_fields has the values. */
export const subjectTables = {
  candidate: 'candidates',
  application: 'applications',
  position: 'positions',
  company: 'companies',
  call: 'calls',
} as const satisfies Record<FieldSubject, string>
