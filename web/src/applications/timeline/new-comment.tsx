import { t } from '@lingui/core/macro'
import { createComment, listCandidateActivity } from '@muster/contract/activity-logs.ts'
import { getApplicantSummary } from '@muster/contract/applications.ts'
import { useMutation } from '@tanstack/react-query'
import type { Ref } from 'react'
import { call } from '../../api/call.ts'
import { endpointInfiniteQuery, invalidate, queryClient } from '../../api/query.ts'
import { useCurrentUser } from '../../session/session.ts'
import { newKey } from '../../ui/new-key.ts'
import { toastError } from '../../ui/toast.tsx'
import type { ApplicationDetails } from '../application-query.ts'
import { applicationsChanged } from '../follow-changes.ts'
import { type ActivityFilter, activityInput } from './activity-query.ts'
import type { ActivityLog } from './activity-text.ts'
import { commentDraft, saveCommentDraft } from './comment-draft.ts'
import { CommentField, type CommentInput } from './comment-field.tsx'

/** The application that is commented on. */
type Commented = Pick<ApplicationDetails, 'id' | 'position' | 'company'> & { candidate: { id: string } }

type Author = Pick<ReturnType<typeof useCurrentUser>, 'id' | 'name'>

/** Returns the optimistic entry of a comment. */
function optimisticEntry(
  { id: applicationId, position, company }: Commented,
  { body }: CommentInput,
  { id, name }: Author,
): ActivityLog {
  const at = new Date().toISOString()
  return {
    application: { id: applicationId, position, company },
    id: newKey(),
    kind: 'comment',
    at,
    updatedAt: at,
    actor: { kind: 'user', id, name },
    from: null,
    to: null,
    cause: null,
    field: null,
    oldValue: null,
    newValue: null,
    body,
    mentions: [],
    callId: null,
    file: null,
    editedAt: null,
    deletedAt: null,
    revertedAt: null,
    can: { edit: false, delete: false },
  }
}

/**
 * Inserts the comment into the loaded timelines that include comments. Returns a function that rolls back.
 */
function insertOptimistic(candidateId: string, log: ActivityLog): () => void {
  const filters: ActivityFilter[] = ['all', 'comments']
  const lists = filters.map((filter) => {
    const { queryKey } = endpointInfiniteQuery(listCandidateActivity, activityInput(candidateId, filter))
    queryClient.setQueryData(queryKey, (data) => {
      const [first, ...rest] = data?.pages ?? []
      return data && first && { ...data, pages: [{ ...first, items: [log, ...first.items] }, ...rest] }
    })
    return queryKey
  })
  return () => {
    for (const queryKey of lists)
      queryClient.setQueryData(
        queryKey,
        (data) =>
          data && {
            ...data,
            pages: data.pages.map((page) => ({
              ...page,
              items: page.items.filter(({ id }) => id !== log.id),
            })),
          },
      )
  }
}

interface NewCommentProps {
  application: Commented
  ref: Ref<HTMLTextAreaElement>
}

/** A field for a new comment. Its draft is stored until it is sent. */
export function NewComment({ application, ref }: NewCommentProps) {
  const { id: applicationId, candidate } = application
  const me = useCurrentUser()
  const add = useMutation({
    mutationFn: (body: CommentInput) => call(createComment, { params: { id: applicationId }, body }),
    onMutate: (input) => insertOptimistic(candidate.id, optimisticEntry(application, input, me)),
    onSuccess: () => applicationsChanged([applicationId]),
    onError: (error, { body }, rollBack) => {
      rollBack?.()
      // The draft survives a reload and navigation.
      saveCommentDraft(applicationId, body)
      toastError(error, t`Comment not added`)
    },
    // Not awaited: the text of a failed request returns at once.
    onSettled: () => void invalidate(listCandidateActivity, getApplicantSummary),
  })
  return (
    <CommentField
      // A failed request restores the text.
      key={add.isError ? add.submittedAt : 'comment'}
      label={t`Comment`}
      action={t({ message: 'Comment', context: 'verb' })}
      ref={ref}
      initial={{ body: commentDraft(applicationId), mentions: [] }}
      onDraft={(body) => saveCommentDraft(applicationId, body)}
      onSubmit={(input) => add.mutate(input)}
    />
  )
}
