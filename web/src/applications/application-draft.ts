import { loadDraft, removeDraft, storeDraft } from '../session/draft-storage.ts'
import type { UploadedFile } from '../uploads/file-upload.tsx'

/** A person the workspace knows, as far as the form shows them. */
export interface KnownPerson {
  id: string
  name: string
  email: string | null
  phone: string | null
}

/** What a résumé may fill in. */
export type ResumeField = 'name' | 'email' | 'phone' | 'profileUrl'

export interface FromResume {
  value: string
  foundIn: string
}

/** What stands in the form for a new application. */
export interface ApplicationDraft {
  positionId: string | null
  /** The position's first status when none is chosen. */
  statusId: string | null
  person: KnownPerson | null
  name: string
  email: string
  phone: string
  profileUrl: string
  /** The words of the résumé that each of these fields was filled from. */
  fromResume: Partial<Record<ResumeField, FromResume>>
  source: string
  ownerId: string | null
  tags: string[]
  resume: Pick<UploadedFile, 'id' | 'name' | 'contentType' | 'size'> | null
  comment: string
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
}

const key = 'application'

/** What was typed before the page was left or reloaded, or null. */
export function readDraft(): ApplicationDraft | null {
  const stored = loadDraft<Partial<ApplicationDraft>>(key)
  return stored && { ...emptyDraft, ...stored }
}

export function keepDraft(draft: ApplicationDraft) {
  storeDraft(key, draft)
}

export function dropDraft() {
  removeDraft(key)
}

/** Whether somebody has begun to fill it in. */
export function isBegun(draft: ApplicationDraft): boolean {
  const { name, email, phone, profileUrl, comment, person, resume } = draft
  return Boolean(name || email || phone || profileUrl || comment || person || resume)
}
