import { t } from '@lingui/core/macro'
import { createComment, listActivityLogs } from '@muster/contract/activity-logs.ts'
import { getApplicantSummary } from '@muster/contract/applications.ts'
import { useMutation } from '@tanstack/react-query'
import type { Ref } from 'react'
import { call } from '../api/call.ts'
import { endpointInfiniteQuery, invalidate, queryClient } from '../api/query.ts'
import { useCurrentUser } from '../session/session.ts'
import { newKey } from '../ui/new-key.ts'
import { toastError } from '../ui/toast.tsx'
import { type ActivityFilter, activityInput } from './activity-query.ts'
import type { ActivityLog } from './activity-words.ts'
import { commentDraft, keepCommentDraft } from './comment-draft.ts'
import { CommentField, type CommentInput } from './comment-field.tsx'
import { changesMade } from './follow-changes.ts'

type Author = Pick<ReturnType<typeof useCurrentUser>, 'id' | 'name'>

/** A comment as it will be, until the server has it. */
function written({ body }: CommentInput, { id, name }: Author): ActivityLog {
  return {
    id: newKey(),
    kind: 'comment',
    at: new Date().toISOString(),
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

/** Shows it on top of the timelines that have comments; answers how to take it back. */
function showWritten(applicationId: string, log: ActivityLog): () => void {
  const filters: ActivityFilter[] = ['all', 'comments']
  const lists = filters.map((filter) => {
    const { queryKey } = endpointInfiniteQuery(listActivityLogs, activityInput(applicationId, filter))
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
  applicationId: string
  ref: Ref<HTMLTextAreaElement>
  /** Called when something is written. */
  onUse?: () => void
}

/** A field to comment with; what stands in it is kept until it is sent. */
export function NewComment({ applicationId, ref, onUse }: NewCommentProps) {
  const me = useCurrentUser()
  const add = useMutation({
    mutationFn: (body: CommentInput) => call(createComment, { params: { id: applicationId }, body }),
    onMutate: (input) => showWritten(applicationId, written(input, me)),
    onSuccess: () => changesMade([applicationId]),
    onError: (error, { body }, takeBack) => {
      takeBack?.()
      // Nothing that was written is lost: it stands in the field again after a reload or coming back.
      keepCommentDraft(applicationId, body)
      toastError(error, t`Comment not added`)
    },
    onSettled: () => invalidate(listActivityLogs, getApplicantSummary),
  })
  return (
    <CommentField
      // An answer that failed brings the text back.
      key={add.isError ? add.submittedAt : 'comment'}
      label={t`Comment`}
      action={t({ message: 'Comment', context: 'verb' })}
      ref={ref}
      initial={{ body: commentDraft(applicationId), mentions: [] }}
      onDraft={(body) => {
        keepCommentDraft(applicationId, body)
        onUse?.()
      }}
      onSubmit={(input) => add.mutate(input)}
    />
  )
}
