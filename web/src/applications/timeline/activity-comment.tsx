import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ActionIcon, Menu } from '@mantine/core'
import {
  deleteComment,
  listCandidateActivity,
  restoreComment,
  updateComment,
} from '@muster/contract/activity-logs.ts'
import { IconDots, IconPencil, IconTrash } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { call } from '../../api/call.ts'
import { invalidate, patchRow } from '../../api/query.ts'
import { toast, toastError } from '../../ui/toast.tsx'
import type { ActivityLog } from './activity-text.ts'
import classes from './activity-timeline.module.css'
import { commentDraft, saveCommentDraft } from './comment-draft.ts'
import { CommentField, type CommentInput } from './comment-field.tsx'
import { withMentions } from './mentions.ts'

const CommentMarkdown = lazy(() =>
  import('./markdown.tsx').then((module) => ({ default: module.CommentMarkdown })),
)

interface CommentProps {
  log: ActivityLog
}

function useChanges({ log }: CommentProps) {
  const params = { id: log.application.id, commentId: log.id }
  const edit = useMutation({
    mutationFn: (body: CommentInput) => call(updateComment, { params, body }),
    onMutate: ({ body }) =>
      patchRow(listCandidateActivity, log.id, { body, editedAt: new Date().toISOString() }),
    onError: (error, { body }, rollBack) => {
      rollBack?.()
      // Restores the text when editing resumes.
      saveCommentDraft(log.id, body)
      toastError(error, t`Comment not saved`)
    },
    onSuccess: () => toast(t`Comment edited`),
    onSettled: () => invalidate(listCandidateActivity),
  })
  const restore = useMutation({
    mutationFn: (body: CommentInput) => call(restoreComment, { params, body }),
    onMutate: ({ body }) => patchRow(listCandidateActivity, log.id, { body, deletedAt: null }),
    onError: (error, _input, rollBack) => {
      rollBack?.()
      toastError(error, t`Comment not restored`)
    },
    onSettled: () => invalidate(listCandidateActivity),
  })
  const remove = useMutation({
    mutationFn: (_kept: CommentInput) => call(deleteComment, { params }),
    onMutate: () =>
      patchRow(listCandidateActivity, log.id, { body: null, deletedAt: new Date().toISOString() }),
    onError: (error, _kept, rollBack) => {
      rollBack?.()
      toastError(error, t`Comment not deleted`)
    },
    onSuccess: (_nothing, kept) => toast(t`Comment deleted`, () => restore.mutate(kept)),
    onSettled: () => invalidate(listCandidateActivity),
  })
  return { edit: edit.mutate, remove: remove.mutate }
}

/** A comment. Its author may edit or delete it; a deleted comment leaves a note. */
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
    saveCommentDraft(log.id, '')
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
              <ActionIcon size="sm" aria-label={t`Edit this comment`} className={classes.commentMenu}>
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
          onDraft={(body) => saveCommentDraft(log.id, body)}
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
