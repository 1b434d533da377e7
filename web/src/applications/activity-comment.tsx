import { ActionIcon, Menu } from '@mantine/core'
import { deleteComment, listActivityLogs, updateComment } from '@muster/contract/activity-logs.ts'
import { IconDots, IconPencil, IconTrash } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { call } from '../api/call.ts'
import { invalidate, patchRow } from '../api/query.ts'
import { confirm } from '../ui/confirm.tsx'
import { toast, toastError } from '../ui/toast.tsx'
import classes from './activity-timeline.module.css'
import type { ActivityLog } from './activity-words.ts'
import { CommentField, type CommentInput } from './comment-field.tsx'

const CommentMarkdown = lazy(() =>
  import('./markdown.tsx').then((module) => ({ default: module.CommentMarkdown })),
)

/** The people mentioned stand out. */
function withMentions(body: string, mentions: ActivityLog['mentions']): string {
  return mentions.reduce((text, { name }) => {
    const plain = name.replace(/[\\`*_[\]<>]/g, '\\$&')
    return text.replaceAll(`@${name}`, `**@${plain}**`)
  }, body)
}

interface CommentProps {
  applicationId: string
  log: ActivityLog
}

/** A comment with its text; its author may change or delete it, and the deletion stays to be seen. */
export function Comment({ applicationId, log }: CommentProps) {
  const [editing, setEditing] = useState(false)
  const params = { id: applicationId, commentId: log.id }
  const edit = useMutation({
    mutationFn: (body: CommentInput) => call(updateComment, { params, body }),
    onMutate: ({ body }) => patchRow(listActivityLogs, log.id, { body, editedAt: new Date().toISOString() }),
    onError: (error, _input, rollBack) => {
      rollBack?.()
      toastError(error, 'Comment not changed')
    },
    onSuccess: () => toast('Comment changed'),
    onSettled: () => invalidate(listActivityLogs),
  })
  const remove = useMutation({
    mutationFn: () => call(deleteComment, { params }),
    onMutate: () => patchRow(listActivityLogs, log.id, { body: null, deletedAt: new Date().toISOString() }),
    onError: (error, _input, rollBack) => {
      rollBack?.()
      toastError(error, 'Comment not deleted')
    },
    onSuccess: () => toast('Comment deleted'),
    onSettled: () => invalidate(listActivityLogs),
  })
  const askToRemove = async () => {
    const sure = await confirm({
      title: 'Delete this comment?',
      text: 'Its text cannot be brought back. That there was one stays in the history.',
      action: 'Delete',
    })
    if (sure) remove.mutate()
  }

  if (log.deletedAt) {
    return (
      <p className={classes.sentence}>
        <b>{log.actor.name}</b> <span className={classes.caption}>deleted a comment</span>
      </p>
    )
  }
  return (
    <>
      <div className={classes.line}>
        <p className={classes.sentence}>
          <b>{log.actor.name}</b>
          {log.editedAt && <span className={classes.caption}> edited</span>}
        </p>
        {log.can.edit && !editing && (
          <Menu position="bottom-end" width={140}>
            <Menu.Target>
              <ActionIcon size="sm" aria-label="Change this comment" className={classes.commentMenu}>
                <IconDots size={16} stroke={1.6} />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item leftSection={<IconPencil size={16} stroke={1.6} />} onClick={() => setEditing(true)}>
                Edit
              </Menu.Item>
              <Menu.Item leftSection={<IconTrash size={16} stroke={1.6} />} onClick={askToRemove}>
                Delete…
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
        )}
      </div>
      {editing ? (
        <CommentField
          label="Edit comment"
          action="Save"
          initial={{ body: log.body ?? '', mentions: log.mentions }}
          autoFocus
          onCancel={() => setEditing(false)}
          onSubmit={(input) => {
            setEditing(false)
            edit.mutate(input)
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
