import { Button } from '@mantine/core'
import { useForm } from '@mantine/form'
import {
  deleteCandidate,
  getCandidate,
  listCandidates,
  restoreCandidate,
  updateCandidate,
} from '@muster/contract/candidates.ts'
import type { CallOf } from '@muster/contract/endpoint.ts'
import { useMutation, useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect } from 'react'
import { ApiError } from '../api/api-error.ts'
import { call } from '../api/call.ts'
import { endpointQuery, invalidate, queryClient } from '../api/query.ts'
import { Page } from '../layout/page.tsx'
import { usePermission } from '../session/session.ts'
import { showFormError } from '../ui/form-error.ts'
import { formatDay } from '../ui/format.ts'
import { Section, Sections } from '../ui/section.tsx'
import { toast, toastError } from '../ui/toast.tsx'
import { FileActions } from '../uploads/file-actions.tsx'
import { FileUpload } from '../uploads/file-upload.tsx'
import { CandidateApplications } from './candidate-applications.tsx'
import {
  BackgroundFields,
  ConsentFields,
  ContactFields,
  candidateValues,
  changedValues,
} from './candidate-fields.tsx'
import classes from './candidates.module.css'
import { PersonMatches } from './person-matches.tsx'

type Changes = Omit<CallOf<typeof updateCandidate>['body'], 'version'>

const route = getRouteApi('/candidates/$id')

/** Changes facts of a person with the version last seen, and shows what the server made of them. */
function useEdit(params: { id: string }) {
  const { queryKey } = endpointQuery(getCandidate, { params })
  return useMutation({
    scope: { id: `candidate ${params.id}` },
    mutationFn: (changes: Changes) => {
      const version = queryClient.getQueryData(queryKey)?.version
      return call(updateCandidate, { params, body: { ...changes, version } })
    },
    onSuccess: (candidate) => {
      queryClient.setQueryData(queryKey, (now) => now && { ...now, ...candidate })
      void invalidate(listCandidates)
    },
    onError: (error) => {
      const stale = error instanceof ApiError && error.code === 'CONFLICT' && error.details?.version
      if (stale) void invalidate(getCandidate)
    },
  })
}

function Resume({
  id,
  name,
  fileId,
  mayEdit,
}: {
  id: string
  name: string
  fileId: string | null
  mayEdit: boolean
}) {
  const edit = useEdit({ id })
  const maySeeContacts = usePermission('contacts:read')
  const mayUpload = usePermission('applications:write')
  return (
    <Section title="Résumé">
      {fileId && maySeeContacts ? (
        <FileActions file={{ id: fileId, name: `Résumé of ${name}` }} />
      ) : (
        <span className={classes.caption}>{fileId ? 'Not shown to you.' : 'None yet.'}</span>
      )}
      {mayEdit && mayUpload && (
        <FileUpload
          label={fileId ? 'Replace résumé' : 'Upload résumé'}
          onUploaded={(file) =>
            edit.mutate(
              { resumeFileId: file.id },
              {
                onSuccess: () => toast(fileId ? 'Résumé replaced' : 'Résumé added'),
                onError: (error) => toastError(error, 'Résumé not changed'),
              },
            )
          }
        />
      )}
    </Section>
  )
}

/** Everything known of a person, and where they applied. */
export function CandidatePage() {
  const params = route.useParams()
  const navigate = route.useNavigate()
  const { data: candidate } = useSuspenseQuery(endpointQuery(getCandidate, { params }))
  const before = candidateValues(candidate)
  const form = useForm({
    initialValues: before,
    validate: { name: (name) => (name.trim() ? null : 'Enter a name') },
  })
  const edit = useEdit(params)

  // Another version came, from here or from somebody else: what was not touched here follows it.
  const { version } = candidate
  // biome-ignore lint/correctness/useExhaustiveDependencies: the version stands for the values
  useEffect(() => {
    const touched = changedValues(form.values, form.getInitialValues())
    form.setInitialValues(before)
    form.setValues({ ...before, ...touched })
  }, [version, candidate.id])

  const restore = useMutation({
    mutationFn: () => call(restoreCandidate, { params }),
    onSuccess: () => {
      void invalidate(listCandidates)
      void navigate({ to: '/candidates/$id', params })
    },
    onError: (error) => toastError(error, `${candidate.name} not restored`),
  })
  const remove = useMutation({
    mutationFn: () => call(deleteCandidate, { params }),
    onSuccess: () => {
      toast(`Deleted ${candidate.name}`, () => restore.mutate())
      void invalidate(listCandidates)
      void navigate({ to: '/candidates' })
    },
    onError: (error) => toastError(error, `${candidate.name} not deleted`),
  })
  const save = (values: typeof form.values) =>
    edit.mutate(changedValues(values, before), {
      onSuccess: (next) => {
        const saved = candidateValues({ ...candidate, ...next })
        form.setInitialValues(saved)
        form.setValues(saved)
        toast('Candidate saved')
      },
      onError: (error) => showFormError(form, error, 'Candidate not saved'),
    })
  const { name, email, phone, profileUrl } = changedValues(form.values, before)
  const disabled = !candidate.can.edit

  return (
    <Page
      title={candidate.name}
      subtitle={`added ${formatDay(candidate.createdAt)}`}
      actions={
        candidate.can.delete && (
          <Button variant="default" loading={remove.isPending} onClick={() => remove.mutate()}>
            Delete
          </Button>
        )
      }
    >
      <Sections>
        <CandidateApplications applications={candidate.applications} />
        <Section title="Person">
          <form className={classes.form} noValidate onSubmit={form.onSubmit(save)}>
            <ContactFields form={form} disabled={disabled} />
            {!disabled && (
              <PersonMatches typed={{ name, email, phone, profileUrl, exceptId: candidate.id }} />
            )}
            <BackgroundFields form={form} disabled={disabled} />
            <ConsentFields form={form} disabled={disabled} />
            {!disabled && (
              <div className={classes.buttons}>
                <Button type="submit" loading={edit.isPending} disabled={!form.isDirty()}>
                  Save candidate
                </Button>
              </div>
            )}
          </form>
        </Section>
        <Resume
          id={candidate.id}
          name={candidate.name}
          fileId={candidate.resumeFileId}
          mayEdit={candidate.can.edit}
        />
      </Sections>
    </Page>
  )
}
