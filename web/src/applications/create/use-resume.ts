import { t } from '@lingui/core/macro'
import type { UseFormReturnType } from '@mantine/form'
import type { ResponseOf } from '@muster/contract/endpoint.ts'
import { maxUploadBytes, readResume, uploadFile } from '@muster/contract/uploads.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, errorMessage } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { formatNumber } from '../../ui/format.ts'
import type { ApplicationDraft, FromResume, ResumeField } from './application-draft.ts'

type ResumeContent = ResponseOf<typeof readResume>
type Form = UseFormReturnType<ApplicationDraft>

const resumeFields: ResumeField[] = ['name', 'email', 'phone', 'profileUrl']
const readTypes =
  /^(?:application\/pdf|text\/plain|application\/vnd\.openxmlformats-officedocument\.wordprocessingml\.document)$/
const megabyte = 1024 * 1024

/** Picks the likeliest value of each field. Of the links only profiles count. */
function firstOf({
  name,
  emails,
  phones,
  links,
}: ResumeContent): Record<ResumeField, FromResume | undefined | null> {
  return {
    name,
    email: emails[0],
    phone: phones[0],
    profileUrl: links.find(
      ({ kind, value }) => kind !== 'other' || /^https:\/\/www\.xing\.com\//.test(value),
    ),
  }
}

/** Fills the empty fields from the résumé and leaves the others alone. Returns how many were filled. */
function fillEmpty(form: Form, facts: ResumeContent): number {
  const now = form.getValues()
  const found = firstOf(facts)
  const filled = now.person ? [] : resumeFields.filter((field) => found[field] && !now[field].trim())
  if (filled.length === 0) return 0
  form.setValues({
    ...Object.fromEntries(filled.map((field) => [field, found[field]!.value])),
    fromResume: {
      ...now.fromResume,
      ...Object.fromEntries(
        filled.map((field) => [field, { value: found[field]!.value, foundIn: found[field]!.foundIn }]),
      ),
    },
  })
  for (const field of filled) form.clearFieldError(field)
  return filled.length
}

/** Returns the fields that still hold what the résumé filled in. */
export function filledFields({ fromResume, ...values }: ApplicationDraft): ResumeField[] {
  return resumeFields.filter((field) => fromResume[field]?.value === values[field] && values[field] !== '')
}

/** Empties fields that the résumé filled. */
export function clearFilled(form: Form, fields: readonly ResumeField[]) {
  const { fromResume } = form.getValues()
  form.setValues({
    ...Object.fromEntries(fields.map((field) => [field, ''])),
    fromResume: Object.fromEntries(
      Object.entries(fromResume).filter(([field]) => !fields.includes(field as ResumeField)),
    ),
  })
}

export interface ResumeState {
  state: 'none' | 'sending' | 'reading' | 'there'
  percent: number
  /** Why the last file was rejected. */
  error: string | null
  /** The result of reading it, when nothing was filled in. */
  message: string | null
  choose: (file: File) => void
  remove: () => void
}

function messageOf(facts: ResumeContent, filled: number, hasPerson: boolean): string | null {
  if (!facts.hasText) return t`This file has no readable text. It may be a scan. Fill in the fields yourself.`
  if (hasPerson) return t`Attached.`
  if (filled > 0) return null
  return t`Attached. No further details found.`
}

/** Uploads a résumé, reads it and fills the form from it. */
export function useResume(form: Form): ResumeState {
  const [percent, setPercent] = useState(0)
  const [message, setMessage] = useState<string | null>(null)
  const read = useMutation({
    mutationFn: (id: string) => call(readResume, { params: { id } }),
    onSuccess: (facts) => {
      const hasPerson = form.getValues().person !== null
      setMessage(messageOf(facts, fillEmpty(form, facts), hasPerson))
    },
    // The file is attached even if it cannot be read.
    onError: (error) => setMessage(errorMessage(error)),
  })
  const send = useMutation({
    mutationFn: (file: File) => {
      if (file.size > maxUploadBytes) {
        const most = formatNumber(maxUploadBytes / megabyte)
        throw new ApiError(
          'PAYLOAD_TOO_LARGE',
          t`${file.name} is larger than ${most} MB. Choose a smaller file.`,
        )
      }
      return call(uploadFile, {}, { file, onUploadProgress: setPercent })
    },
    onMutate: () => {
      setPercent(0)
      setMessage(null)
    },
    onSuccess: ({ id, name, contentType, size }) => {
      // A new résumé replaces what the previous one filled in.
      clearFilled(form, filledFields(form.getValues()))
      form.setFieldValue('resume', { id, name, contentType, size })
      form.clearFieldError('resume')
      if (readTypes.test(contentType)) read.mutate(id)
    },
  })
  return {
    state: send.isPending ? 'sending' : read.isPending ? 'reading' : form.values.resume ? 'there' : 'none',
    percent,
    error: send.isError ? errorMessage(send.error) : null,
    message,
    choose: (file) => send.mutate(file),
    remove() {
      clearFilled(form, filledFields(form.getValues()))
      form.setFieldValue('resume', null)
      setMessage(null)
      send.reset()
      read.reset()
    },
  }
}
