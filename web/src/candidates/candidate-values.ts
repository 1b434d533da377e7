import type { consents, getCandidate } from '@muster/contract/candidates.ts'
import type { ResponseOf } from '@muster/contract/endpoint.ts'

export type Candidate = ResponseOf<typeof getCandidate>

/** A person as the form has them. */
export interface CandidateValues {
  name: string
  email: string
  phone: string
  location: string
  currentTitle: string
  currentCompany: string
  profileUrl: string
  tags: string[]
  notes: string
  doNotCall: boolean
  consent: (typeof consents)[number]
}

export type CandidateField = keyof CandidateValues

/** A phone as one would type it, its extension included. */
function phoneOf({ phone, phoneExtension }: Pick<Candidate, 'phone' | 'phoneExtension'>): string {
  return [phone, phoneExtension && `ext. ${phoneExtension}`].filter(Boolean).join(' ')
}

export function candidateValues(candidate?: Omit<Candidate, 'applications' | 'resumeFile'>): CandidateValues {
  return {
    name: candidate?.name ?? '',
    email: candidate?.email ?? '',
    phone: candidate ? phoneOf(candidate) : '',
    location: candidate?.location ?? '',
    currentTitle: candidate?.currentTitle ?? '',
    currentCompany: candidate?.currentCompany ?? '',
    profileUrl: candidate?.profileUrl ?? '',
    tags: candidate?.tags ?? [],
    notes: candidate?.notes ?? '',
    doNotCall: candidate?.doNotCall ?? false,
    consent: candidate?.consent ?? 'unknown',
  }
}

export function differ(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) !== JSON.stringify(b)
}

/** Only what was changed is sent: what one may not see is never overwritten. */
export function changedValues(values: CandidateValues, before: CandidateValues): Partial<CandidateValues> {
  return Object.fromEntries(
    Object.entries(values).filter(([name, value]) => differ(value, before[name as CandidateField])),
  )
}

/** The fields both sides changed since `base`, each to something else. */
export function conflictsOf(
  base: CandidateValues,
  mine: CandidateValues,
  theirs: CandidateValues,
): CandidateField[] {
  return (Object.keys(base) as CandidateField[]).filter(
    (field) =>
      differ(mine[field], base[field]) &&
      differ(theirs[field], base[field]) &&
      differ(mine[field], theirs[field]),
  )
}
