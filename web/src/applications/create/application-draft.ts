import type { Drafts } from '../../custom-fields/custom-field.ts'
import { loadDraft, removeDraft, storeDraft } from '../../session/draft-storage.ts'
import type { UploadedFile } from '../../uploads/file-upload.tsx'

/** An existing candidate, with the fields that the form shows. */
export interface KnownPerson {
  id: string
  name: string
  email: string | null
  phone: string | null
}

/** The fields that a résumé can fill. */
export type ResumeField = 'name' | 'email' | 'phone' | 'profileUrl'

export interface FromResume {
  value: string
  foundIn: string
}

/** The values of the form for a new application. */
export interface ApplicationDraft {
  positionId: string | null
  /** Null for the first status of the position. */
  statusId: string | null
  person: KnownPerson | null
  name: string
  email: string
  phone: string
  profileUrl: string
  /** The fields that the résumé filled, with the excerpt each value was read from. */
  fromResume: Partial<Record<ResumeField, FromResume>>
  source: string
  ownerId: string | null
  tags: string[]
  resume: Pick<UploadedFile, 'id' | 'name' | 'contentType' | 'size'> | null
  comment: string
  /** What is typed into the custom fields of the application, and of a new person. */
  customFields: Drafts
  personFields: Drafts
}

export const emptyDraft: ApplicationDraft = {
  positionId: null,
  statusId: null,
  person: null,
  name: '',
  email: '',
  phone: '',
  profileUrl: '',
  fromResume: {},
  source: '',
  ownerId: null,
  tags: [],
  resume: null,
  comment: '',
  customFields: {},
  personFields: {},
}

const key = 'application'

/** Returns what was typed before the page was left or reloaded, or null. */
export function readDraft(): ApplicationDraft | null {
  const stored = loadDraft<Partial<ApplicationDraft>>(key)
  return stored && { ...emptyDraft, ...stored }
}

export function saveDraft(draft: ApplicationDraft) {
  storeDraft(key, draft)
}

export function dropDraft() {
  removeDraft(key)
}

/** Returns whether anything was filled in. */
export function isBegun(draft: ApplicationDraft): boolean {
  const { name, email, phone, profileUrl, comment, person, resume } = draft
  return Boolean(name || email || phone || profileUrl || comment || person || resume)
}
