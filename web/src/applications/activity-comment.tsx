import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ActionIcon, Menu } from '@mantine/core'
import {
  deleteComment,
  listActivityLogs,
  restoreComment,
  updateComment,
} from '@muster/contract/activity-logs.ts'
import { IconDots, IconPencil, IconTrash } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { call } from '../api/call.ts'
import { invalidate, patchRow } from '../api/query.ts'
import { toast, toastError } from '../ui/toast.tsx'
import classes from './activity-timeline.module.css'
import type { ActivityLog } from './activity-words.ts'
import { commentDraft, keepCommentDraft } from './comment-draft.ts'
import { CommentField, type CommentInput } from './comment-field.tsx'
import { withMentions } from './mentions.ts'

const CommentMarkdown = lazy(() =>
  import('./markdown.tsx').then((module) => ({ default: module.CommentMarkdown })),
)

interface CommentProps {
  applicationId: string
  log: ActivityLog
}

function useChanges({ applicationId, log }: CommentProps) {
  const params = { id: applicationId, commentId: log.id }
  const edit = useMutation({
    mutationFn: (body: CommentInput) => call(updateComment, { params, body }),
    onMutate: ({ body }) => patchRow(listActivityLogs, log.id, { body, editedAt: new Date().toISOString() }),
    onError: (error, { body }, rollBack) => {
      rollBack?.()
      // It stands in the field again when editing goes on.
      keepCommentDraft(log.id, body)
      toastError(error, t`Comment not changed`)
    },
    onSuccess: () => toast(t`Comment changed`),
    onSettled: () => invalidate(listActivityLogs),
  })
  const restore = useMutation({
    mutationFn: (body: CommentInput) => call(restoreComment, { params, body }),
    onMutate: ({ body }) => patchRow(listActivityLogs, log.id, { body, deletedAt: null }),
    onError: (error, _input, rollBack) => {
      rollBack?.()
      toastError(error, t`Comment not brought back`)
    },
    onSettled: () => invalidate(listActivityLogs),
  })
  const remove = useMutation({
    mutationFn: (_kept: CommentInput) => call(deleteComment, { params }),
    onMutate: () => patchRow(listActivityLogs, log.id, { body: null, deletedAt: new Date().toISOString() }),
    onError: (error, _kept, rollBack) => {
      rollBack?.()
      toastError(error, t`Comment not deleted`)
    },
    onSuccess: (_nothing, kept) => toast(t`Comment deleted`, () => restore.mutate(kept)),
    onSettled: () => invalidate(listActivityLogs),
  })
  return { edit: edit.mutate, remove: remove.mutate }
}

/** A comment with its text; its author may change or delete it, and the deletion stays to be seen. */
export function Comment(props: CommentProps) {
  const { log } = props
  const draft = commentDraft(log.id)
  const [editing, setEditing] = useState(log.can.edit && draft !== '')
  const { edit, remove } = useChanges(props)
  const who = log.actor.name

  if (log.deletedAt) {
    return (
      <p className={classes.sentence}>
        <Trans>
          <b>{who}</b> <span className={classes.caption}>deleted a comment</span>
        </Trans>
      </p>
    )
  }
  const stop = () => {
    keepCommentDraft(log.id, '')
    setEditing(false)
  }
  return (
    <>
      <div className={classes.line}>
        <p className={classes.sentence}>
          <b>{who}</b>{' '}
          {log.editedAt && (
            <span className={classes.caption}>
              <Trans>edited</Trans>
            </span>
          )}
        </p>
        {log.can.edit && !editing && (
          <Menu position="bottom-end" width={140}>
            <Menu.Target>
              <ActionIcon size="sm" aria-label={t`Change this comment`} className={classes.commentMenu}>
                <IconDots size={16} stroke={1.6} />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item leftSection={<IconPencil size={16} stroke={1.6} />} onClick={() => setEditing(true)}>
                <Trans>Edit</Trans>
              </Menu.Item>
              <Menu.Item
                leftSection={<IconTrash size={16} stroke={1.6} />}
                onClick={() => remove({ body: log.body ?? '', mentions: log.mentions.map(({ id }) => id) })}
              >
                <Trans>Delete</Trans>
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
        )}
      </div>
      {editing ? (
        <CommentField
          label={t`Edit comment`}
          action={t`Save`}
          initial={{ body: draft || (log.body ?? ''), mentions: log.mentions }}
          autoFocus={draft === ''}
          onDraft={(body) => keepCommentDraft(log.id, body)}
          onCancel={stop}
          onSubmit={(input) => {
            stop()
            edit(input)
          }}
        />
      ) : (
        <div className={classes.comment}>
          <Suspense fallback={<p>{log.body}</p>}>
            <CommentMarkdown text={withMentions(log.body ?? '', log.mentions)} />
          </Suspense>
        </div>
      )}
    </>
  )
}
