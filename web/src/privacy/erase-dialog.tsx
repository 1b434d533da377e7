import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Modal, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { listApplications } from '@muster/contract/applications.ts'
import { listCandidates } from '@muster/contract/candidates.ts'
import { eraseCandidate, previewErasure } from '@muster/contract/privacy.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { errorMessage } from '../api/api-error.ts'
import { call } from '../api/call.ts'
import { endpointQuery, invalidate } from '../api/query.ts'
import { showFormError } from '../ui/form-error.ts'
import { TableSkeleton } from '../ui/skeletons.tsx'
import { ErrorState } from '../ui/state.tsx'
import { toast } from '../ui/toast.tsx'
import { useOpened } from '../ui/use-opened.ts'
import classes from './privacy.module.css'

interface EraseDialogProps {
  person: { id: string; name: string }
  onClose: () => void
  onErased: () => void
}

/** Confirms an erasure by typing the name, since it cannot be undone. */
export function EraseDialog({ person, onClose, onErased }: EraseDialogProps) {
  const params = { id: person.id }
  const { data, error, refetch } = useQuery({ ...endpointQuery(previewErasure, { params }), staleTime: 0 })
  const form = useForm({ initialValues: { confirmName: '' } })
  const erase = useMutation({
    mutationFn: (body: typeof form.values) => call(eraseCandidate, { params, body }),
    onSuccess: () => {
      toast(t`Candidate erased`)
      void invalidate(listCandidates, listApplications)
      onErased()
    },
    onError: (problem) => showFormError(form, problem, t`Candidate not erased`),
  })
  const open = data?.openApplications ?? 0
  return (
    <Modal opened={useOpened(true)} onClose={onClose} title={t`Permanently erase ${person.name}?`}>
      {error && !data && <ErrorState text={errorMessage(error)} onRetry={() => void refetch()} />}
      {!error && !data && <TableSkeleton rows={4} />}
      {data && (
        <form className={classes.form} noValidate onSubmit={form.onSubmit((values) => erase.mutate(values))}>
          <p className={classes.text}>
            <Trans>This permanently deletes:</Trans>
          </p>
          <ul className={classes.gone}>
            <li>
              <Trans>name, contact details, notes and tags</Trans>
            </li>
            {data.comments > 0 && (
              <li>
                {plural(data.comments, { one: 'the text of # comment', other: 'the text of # comments' })}
              </li>
            )}
            {data.calls > 0 && (
              <li>{plural(data.calls, { one: 'the content of # call', other: 'the content of # calls' })}</li>
            )}
            {data.files > 0 && <li>{plural(data.files, { one: '# file', other: '# files' })}</li>}
            {data.importFiles > 0 && (
              <li>
                {plural(data.importFiles, {
                  one: 'the file of # import that contains them',
                  other: 'the files of # imports that contain them',
                })}
              </li>
            )}
          </ul>
          <p className={classes.text}>
            {plural(data.applications, {
              one: '# application is kept without a name, so report totals stay the same. Delete recordings held by a voice provider there.',
              other:
                '# applications are kept without a name, so report totals stay the same. Delete recordings held by a voice provider there.',
            })}
          </p>
          {open > 0 ? (
            <p className={classes.wrong} role="alert">
              {plural(open, {
                one: '# application is still open. Close it first.',
                other: '# applications are still open. Close them first.',
              })}
            </p>
          ) : (
            <TextInput
              label={t`Type “${data.name}” to confirm`}
              autoComplete="off"
              data-autofocus
              {...form.getInputProps('confirmName')}
            />
          )}
          <div className={`${classes.buttons} ${classes.end}`}>
            <Button variant="default" onClick={onClose}>
              <Trans>Cancel</Trans>
            </Button>
            <Button
              type="submit"
              color="red"
              loading={erase.isPending}
              disabled={open > 0 || form.values.confirmName.trim() !== data.name.trim()}
            >
              <Trans>Erase permanently</Trans>
            </Button>
          </div>
        </form>
      )}
    </Modal>
  )
}
