import { t } from '@lingui/core/macro'
import type { UseFormReturnType } from '@mantine/form'
import { listApplicationFacets } from '@muster/contract/application-counts.ts'
import { createApplication } from '@muster/contract/applications.ts'
import { listCandidates } from '@muster/contract/candidates.ts'
import type { CallOf, ResponseOf } from '@muster/contract/endpoint.ts'
import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { ApiError, fieldErrors } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { invalidate } from '../../api/query.ts'
import { newValues } from '../../custom-fields/new-values.ts'
import { newKey } from '../../ui/new-key.ts'
import { toast, toastError } from '../../ui/toast.tsx'
import { showApplication } from '../application-cache.ts'
import type { ApplicationDraft } from './application-draft.ts'

type Body = CallOf<typeof createApplication>['body']

function toBody(draft: ApplicationDraft, allowDuplicate: boolean): Body {
  const {
    positionId,
    statusId,
    person,
    name,
    email,
    phone,
    profileUrl,
    source,
    ownerId,
    tags,
    resume,
    comment,
    customFields,
    personFields,
  } = draft
  return {
    positionId: positionId ?? '',
    statusId: statusId ?? undefined,
    ...(person
      ? { candidateId: person.id }
      : {
          candidate: {
            name,
            email,
            phone,
            profileUrl,
            customFields: newValues('candidate', personFields),
          },
        }),
    allowDuplicate: allowDuplicate || undefined,
    source,
    ownerId,
    tags,
    resumeFileId: resume?.id,
    comment,
    customFields: newValues('application', customFields),
  }
}

/** Maps the request's field names to those of the form. */
function formErrors(error: unknown): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fieldErrors(error)).map(([field, message]) => [
      field
        .replace(/^candidate\.customFields\./, 'personFields.')
        .replace(/^candidate\./, '')
        .replace(/^candidateId$|^candidate$/, 'name')
        .replace(/^resumeFileId$/, 'resume'),
      message,
    ]),
  )
}

/**
 * Returns the idempotency key of a body. The same body keeps its key, so a double click or a retry after a
 * lost connection adds one application.
 */
function useKey() {
  const last = useRef({ body: '', key: '' })
  return (body: Body) => {
    const text = JSON.stringify(body)
    if (last.current.body !== text) last.current = { body: text, key: newKey() }
    return last.current.key
  }
}

interface Sent {
  draft: ApplicationDraft
  /** Set to add a second application for the position, or a second person with the same contact data. */
  allowDuplicate?: boolean
}

/**
 * Submits the form and shows validation errors at their fields. The form itself handles a possible duplicate,
 * from `error.details.candidateId`.
 */
export function useAddApplication(
  form: UseFormReturnType<ApplicationDraft>,
  onAdded: (application: ResponseOf<typeof createApplication>, draft: ApplicationDraft) => void,
) {
  const keyOf = useKey()
  return useMutation({
    mutationFn: ({ draft, allowDuplicate = false }: Sent) => {
      const body = toBody(draft, allowDuplicate)
      return call(createApplication, { body }, { idempotencyKey: keyOf(body) })
    },
    onSuccess: (application, { draft }) => {
      showApplication(application)
      void invalidate(listCandidates, listApplicationFacets)
      toast(t`Added ${application.candidate.name} to ${application.position.name}`)
      onAdded(application, draft)
    },
    onError: (error, { draft }) => {
      if (error instanceof ApiError && typeof error.details?.candidateId === 'string') return
      const errors = formErrors(error)
      form.setErrors(errors)
      // A chosen candidate has no field that could show an error.
      const isShown = Object.keys(errors).some((field) => field !== 'name' || !draft.person)
      if (!isShown) toastError(error, t`Application not added`)
    },
  })
}
