import { Button, Skeleton } from '@mantine/core'
import { createComment, listActivityLogs } from '@muster/contract/activity-logs.ts'
import { getApplicantSummary } from '@muster/contract/applications.ts'
import { listCalls } from '@muster/contract/calls.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { Ref } from 'react'
import { errorMessage } from '../api/api-error.ts'
import { call } from '../api/call.ts'
import { usePages } from '../api/pages.ts'
import { endpointQuery, invalidate } from '../api/query.ts'
import { usePermission } from '../session/session.ts'
import { ErrorState } from '../ui/state.tsx'
import { toastError } from '../ui/toast.tsx'
import { ActivityEntry } from './activity-entry.tsx'
import { type ActivityFilter, activityFilterKeys, activityFilters, activityInput } from './activity-query.ts'
import classes from './activity-timeline.module.css'
import type { ApplicationDetails } from './application-query.ts'
import { commentDraft, keepCommentDraft } from './comment-draft.ts'
import { CommentField, type CommentInput } from './comment-field.tsx'
import { changesMade } from './follow-changes.ts'

interface ActivityTimelineProps {
  application: ApplicationDetails
  filter: ActivityFilter
  onFilter: (filter: ActivityFilter) => void
  commentRef: Ref<HTMLTextAreaElement>
}

export function useCalls(applicationId: string) {
  const mayReadCalls = usePermission('calls:read')
  const { data } = useQuery({
    ...endpointQuery(listCalls, { query: { applicationId, limit: 200 } }),
    enabled: mayReadCalls,
  })
  return new Map((data?.items ?? []).map((each) => [each.id, each]))
}

export function NewComment({ applicationId, ref }: { applicationId: string; ref: Ref<HTMLTextAreaElement> }) {
  const add = useMutation({
    mutationFn: (body: CommentInput) => call(createComment, { params: { id: applicationId }, body }),
    onSuccess: () => changesMade([applicationId]),
    onError: (error, { body }) => {
      // Nothing that was written is lost: it stands in the field again after a reload or coming back.
      keepCommentDraft(applicationId, body)
      toastError(error, 'Comment not added')
    },
    onSettled: () => invalidate(listActivityLogs, getApplicantSummary),
  })
  return (
    <CommentField
      // An answer that failed brings the text back.
      key={add.isError ? add.submittedAt : 'comment'}
      label="Comment"
      action="Comment"
      ref={ref}
      initial={{ body: commentDraft(applicationId), mentions: [] }}
      onDraft={(body) => keepCommentDraft(applicationId, body)}
      onSubmit={(input) => add.mutate(input)}
    />
  )
}

/** Everything that happened, newest first, with a field to comment on top. */
export function ActivityTimeline({ application, filter, onFilter, commentRef }: ActivityTimelineProps) {
  const { id } = application
  const pages = usePages(listActivityLogs, activityInput(id, filter))
  const calls = useCalls(id)
  return (
    <section aria-label="Activity">
      <div className={classes.head}>
        <h2 className={classes.title}>Activity</h2>
        <div className={classes.filters}>
          {activityFilterKeys.map((key) => (
            <button
              key={key}
              type="button"
              className={classes.filter}
              aria-pressed={key === filter}
              onClick={() => onFilter(key)}
            >
              {activityFilters[key].label}
            </button>
          ))}
        </div>
      </div>
      {application.can.comment && <NewComment key={id} applicationId={id} ref={commentRef} />}
      {pages.error ? (
        <ErrorState text={errorMessage(pages.error)} onRetry={pages.retry} />
      ) : pages.isPending ? (
        <div className={classes.list} role="status" aria-label="Loading">
          {[1, 2, 3, 4].map((row) => (
            <Skeleton key={row} height={36} mb={16} />
          ))}
        </div>
      ) : pages.rows.length === 0 ? (
        <p className={classes.none}>
          {filter === 'all'
            ? 'Nothing happened yet.'
            : `No ${activityFilters[filter].label.toLowerCase()} yet.`}
        </p>
      ) : (
        <ol className={classes.list}>
          {pages.rows.map((log) => (
            <ActivityEntry key={log.id} applicationId={id} log={log} call={calls.get(log.callId ?? '')} />
          ))}
        </ol>
      )}
      {pages.hasMore && (
        <Button variant="default" size="xs" onClick={pages.more}>
          Show earlier
        </Button>
      )}
    </section>
  )
}
