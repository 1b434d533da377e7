import { t } from '@lingui/core/macro'
import { formatWhen } from '../ui/format.ts'
import { consentLabels, fieldLabels } from './activity-words.ts'
import type { ApplicationDetails } from './application-query.ts'
import type { FactKind } from './use-fact.ts'

type Candidate = ApplicationDetails['candidate']
export type Owner = ApplicationDetails['owner']

type TextField<Of> = {
  [Field in keyof Of & keyof typeof fieldLabels]: string extends Of[Field] ? Field : never
}[keyof Of & keyof typeof fieldLabels]

function doneWith(label: string) {
  return (value: string | null) => (value ? t`${label}: ${value}` : t`${label} removed`)
}

/** A fact of the person that is plain text. */
export function personFact(field: TextField<Candidate>): FactKind<string | null> {
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

/** The number with its extension, as people write it; the server takes them apart again. */
export function phoneFact(): FactKind<string | null> {
  return {
    ...personFact('phone'),
    read: ({ candidate: { phone, phoneExtension } }) =>
      phone && phoneExtension ? `${phone} ext. ${phoneExtension}` : phone,
  }
}

export function consentFact(): FactKind<Candidate['consent']> {
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

export function doNotCallFact(): FactKind<boolean> {
  return {
    of: 'candidate',
    field: 'doNotCall',
    label: t(fieldLabels.doNotCall),
    read: ({ candidate }) => candidate.doNotCall,
    send: (value) => value,
    done: (value) => (value ? t`Marked as not to be called` : t`May be called again`),
  }
}

function sameTags(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((tag) => b.includes(tag))
}

/** The facts of the application itself. */
export const applicationFacts = {
  owner: (): FactKind<Owner> => ({
    of: 'application',
    field: 'ownerId',
    label: t(fieldLabels.ownerId),
    read: ({ owner }) => owner,
    send: (owner) => owner?.id ?? null,
    same: (a, b) => a?.id === b?.id,
    done: (owner) => {
      const name = owner?.name
      return name ? t`Assigned to ${name}` : t`Nobody owns it now`
    },
  }),
  callback: (): FactKind<string | null> => ({
    of: 'application',
    field: 'callbackAt',
    label: t(fieldLabels.callbackAt),
    read: ({ callbackAt }) => callbackAt,
    send: (at) => at,
    done: (at) => {
      const when = at && formatWhen(at)
      return when ? t`Callback ${when}` : t`No callback any more`
    },
  }),
  source: (): FactKind<string | null> => {
    const label = t(fieldLabels.source)
    return {
      of: 'application',
      field: 'source',
      label,
      read: ({ source }) => source,
      send: (value) => value,
      done: doneWith(label),
    }
  },
  tags: (): FactKind<string[]> => ({
    of: 'application',
    field: 'tags',
    label: t(fieldLabels.tags),
    read: ({ tags }) => tags,
    send: (tags) => tags,
    same: sameTags,
    done: () => t`Tags changed`,
  }),
  appliedAt: (): FactKind<string | null> => ({
    of: 'application',
    field: 'appliedAt',
    label: t(fieldLabels.appliedAt),
    read: ({ appliedAt }) => appliedAt,
    send: (at) => at,
    done: () => t`Day of application changed`,
  }),
  externalId: (): FactKind<string | null> => {
    const label = t(fieldLabels.externalId)
    return {
      of: 'application',
      field: 'externalId',
      label,
      read: ({ externalId }) => externalId,
      send: (value) => value,
      done: doneWith(label),
    }
  },
  resume: (): FactKind<ApplicationDetails['resumeFile']> => ({
    of: 'application',
    field: 'resumeFileId',
    label: t(fieldLabels.resumeFileId),
    read: ({ resumeFile }) => resumeFile,
    send: (file) => file?.id ?? null,
    same: (a, b) => a?.id === b?.id,
    done: (file) => (file ? t`Résumé changed` : t`Résumé removed`),
  }),
}
