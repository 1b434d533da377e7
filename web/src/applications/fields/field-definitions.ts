import { t } from '@lingui/core/macro'
import { formatWhen } from '../../ui/format.ts'
import type { ApplicationDetails } from '../application-query.ts'
import { consentLabels, fieldLabels } from '../field-labels.ts'
import type { Candidate } from './subject.ts'
import type { FieldDefinition } from './use-editable-field.ts'

/** A stored file; its name is known for the files of an application. */
type Resume = { id: string; name?: string } | null

export type Owner = ApplicationDetails['owner']

type TextField<Of> = {
  [Field in keyof Of & keyof typeof fieldLabels]: string extends Of[Field] ? Field : never
}[keyof Of & keyof typeof fieldLabels]

function doneWith(label: string) {
  return (value: string | null) => (value ? t`${label}: ${value}` : t`${label} removed`)
}

/** A text field of the candidate. */
export function candidateTextField(field: TextField<Candidate>): FieldDefinition<string | null> {
  const label = t(fieldLabels[field])
  return {
    of: 'candidate',
    field,
    label,
    read: ({ candidate }) => candidate[field],
    send: (value) => value,
    done: doneWith(label),
  }
}

/** The phone number with its extension; the server splits them again. */
export function phoneField(): FieldDefinition<string | null> {
  return {
    ...candidateTextField('phone'),
    read: ({ candidate: { phone, phoneExtension } }) =>
      phone && phoneExtension ? `${phone} ext. ${phoneExtension}` : phone,
  }
}

export function consentField(): FieldDefinition<Candidate['consent']> {
  const label = t(fieldLabels.consent)
  return {
    of: 'candidate',
    field: 'consent',
    label,
    read: ({ candidate }) => candidate.consent,
    send: (value) => value,
    done: (value) => {
      const chosen = t(consentLabels[value])
      return t`${label}: ${chosen}`
    },
  }
}

export function doNotCallField(): FieldDefinition<boolean> {
  return {
    of: 'candidate',
    field: 'doNotCall',
    label: t(fieldLabels.doNotCall),
    read: ({ candidate }) => candidate.doNotCall,
    send: (value) => value,
    done: (value) => (value ? t`Marked as Do not call` : t`Calls allowed again`),
  }
}

function sameTags(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((tag) => b.includes(tag))
}

/** The fields of the application itself. */
export const applicationFields = {
  owner: (): FieldDefinition<Owner> => ({
    of: 'application',
    field: 'ownerId',
    label: t(fieldLabels.ownerId),
    read: ({ application }) => application?.owner ?? null,
    send: (owner) => owner?.id ?? null,
    same: (a, b) => a?.id === b?.id,
    done: (owner) => {
      const name = owner?.name
      return name ? t`Assigned to ${name}` : t`Unassigned`
    },
  }),
  callback: (): FieldDefinition<string | null> => ({
    of: 'application',
    field: 'callbackAt',
    label: t(fieldLabels.callbackAt),
    read: ({ application }) => application?.callbackAt ?? null,
    send: (at) => at,
    done: (at) => {
      const when = at && formatWhen(at)
      return when ? t`Callback ${when}` : t`Callback removed`
    },
  }),
  source: (): FieldDefinition<string | null> => {
    const label = t(fieldLabels.source)
    return {
      of: 'application',
      field: 'source',
      label,
      read: ({ application }) => application?.source ?? null,
      send: (value) => value,
      done: doneWith(label),
    }
  },
  tags: (): FieldDefinition<string[]> => ({
    of: 'application',
    field: 'tags',
    label: t(fieldLabels.tags),
    read: ({ application }) => application?.tags ?? [],
    send: (tags) => tags,
    same: sameTags,
    done: () => t`Tags changed`,
  }),
  appliedAt: (): FieldDefinition<string | null> => ({
    of: 'application',
    field: 'appliedAt',
    label: t(fieldLabels.appliedAt),
    read: ({ application }) => application?.appliedAt ?? null,
    send: (at) => at,
    done: () => t`Application date changed`,
  }),
  externalId: (): FieldDefinition<string | null> => {
    const label = t(fieldLabels.externalId)
    return {
      of: 'application',
      field: 'externalId',
      label,
      read: ({ application }) => application?.externalId ?? null,
      send: (value) => value,
      done: doneWith(label),
    }
  },
  resume: (): FieldDefinition<Resume> => ({
    of: 'application',
    field: 'resumeFileId',
    label: t(fieldLabels.resumeFileId),
    read: ({ application }) => application?.resumeFile ?? null,
    send: (file) => file?.id ?? null,
    same: (a, b) => a?.id === b?.id,
    done: (file) => (file ? t`Résumé changed` : t`Résumé removed`),
  }),
}

/** The résumé of a person without an application. */
export function personResumeField(): FieldDefinition<Resume> {
  return {
    ...applicationFields.resume(),
    of: 'candidate',
    read: ({ candidate: { resumeFileId } }) => (resumeFileId ? { id: resumeFileId } : null),
  }
}

export function personTagsField(): FieldDefinition<string[]> {
  return {
    ...applicationFields.tags(),
    of: 'candidate',
    label: t`Candidate tags`,
    read: ({ candidate }) => candidate.tags,
  }
}
