import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ActionIcon, Button } from '@mantine/core'
import { useForm } from '@mantine/form'
import {
  deleteCandidate,
  getCandidate,
  listCandidates,
  restoreCandidate,
} from '@muster/contract/candidates.ts'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useMutation, useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { call } from '../api/call.ts'
import { endpointQuery, invalidate } from '../api/query.ts'
import { PossibleDuplicates } from '../applications/possible-duplicates.tsx'
import { Page } from '../layout/page.tsx'
import { useUnsavedGuard } from '../layout/unsaved-guard.tsx'
import { PersonMenu } from '../privacy/person-menu.tsx'
import { usePermission } from '../session/session.ts'
import { showFormError } from '../ui/form-error.ts'
import { formatDay } from '../ui/format.ts'
import { LinkButton } from '../ui/link.tsx'
import { Section } from '../ui/section.tsx'
import { toast, toastError } from '../ui/toast.tsx'
import { CandidateApplications } from './candidate-applications.tsx'
import { BackgroundFields, ConsentFields, ContactFields } from './candidate-fields.tsx'
import {
  type Candidate,
  type CandidateField,
  type CandidateValues,
  candidateValues,
  changedValues,
  conflictsOf,
  differ,
} from './candidate-values.ts'
import classes from './candidates.module.css'
import { ChangedMeanwhile } from './changed-meanwhile.tsx'
import { MergesSection } from './merges-section.tsx'
import { PersonMatches } from './person-matches.tsx'
import { ResumeSection } from './resume-section.tsx'
import { Standing } from './standing.tsx'
import { Overtaken, useEditCandidate } from './use-edit-candidate.ts'

const route = getRouteApi('/candidates/$id')

/** The form, which follows what others save: what was not touched here becomes theirs, what was is a conflict. */
function useCandidateForm(candidate: Candidate) {
  const before = candidateValues(candidate)
  const [conflicts, setConflicts] = useState<CandidateField[]>([])
  const form = useForm<CandidateValues>({
    initialValues: before,
    validate: { name: (name) => (name.trim() ? null : t`Enter a name`) },
  })
  const { version, id } = candidate
  // biome-ignore lint/correctness/useExhaustiveDependencies: the version stands for the values
  useEffect(() => {
    const [base, mine] = [form.getInitialValues(), form.getValues()]
    const found = conflictsOf(base, mine, before)
    setConflicts((now) => [...new Set([...now, ...found])])
    form.setInitialValues(before)
    form.setValues({ ...before, ...changedValues(mine, base) })
  }, [version, id])
  const settle = (field: CandidateField) => setConflicts((now) => now.filter((each) => each !== field))
  return {
    form,
    before,
    conflicts: conflicts.filter((field) => differ(form.values[field], before[field])),
    keepMine: settle,
    takeTheirs(field: CandidateField) {
      form.setFieldValue(field, before[field])
      settle(field)
    },
  }
}

/** Deleting, which can be taken back for 30 days. */
function useDelete({ id, name }: Candidate) {
  const navigate = route.useNavigate()
  const params = { id }
  const restore = useMutation({
    mutationFn: () => call(restoreCandidate, { params }),
    onSuccess: () => {
      void invalidate(listCandidates)
      void navigate({ to: '/candidates/$id', params })
    },
    onError: (error) => toastError(error, t`${name} not restored`),
  })
  return useMutation({
    mutationFn: () => call(deleteCandidate, { params }),
    onSuccess: () => {
      toast(t`Deleted ${name}`, () => restore.mutate())
      void invalidate(listCandidates)
      void navigate({ to: '/candidates', ignoreBlocker: true })
    },
    onError: (error) => toastError(error, t`${name} not deleted`),
  })
}

function PersonForm({ candidate }: { candidate: Candidate }) {
  const { form, before, conflicts, keepMine, takeTheirs } = useCandidateForm(candidate)
  const edit = useEditCandidate(candidate.id)
  const disabled = !candidate.can.edit
  const changed = changedValues(form.values, before)
  const dirty = Object.keys(changed).length > 0
  useUnsavedGuard(dirty, candidate.name)
  const save = () =>
    edit.mutate(
      { changes: changed, base: before },
      {
        onSuccess: (next) => {
          const saved = candidateValues({ ...candidate, ...next })
          form.setInitialValues(saved)
          form.setValues(saved)
          toast(t`Candidate saved`)
        },
        onError: (error) => {
          // What they saved has come with the refusal and stands beside one's own.
          if (!(error instanceof Overtaken)) showFormError(form, error, t`Candidate not saved`)
        },
      },
    )
  const { name, email, phone, profileUrl } = changed
  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={form.onSubmit(save)}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.requestSubmit()
      }}
    >
      {conflicts.length > 0 && (
        <ChangedMeanwhile
          fields={conflicts}
          mine={form.values}
          theirs={before}
          onKeep={keepMine}
          onTake={takeTheirs}
        />
      )}
      <ContactFields form={form} disabled={disabled} />
      {!disabled && <PersonMatches typed={{ name, email, phone, profileUrl, exceptId: candidate.id }} />}
      <BackgroundFields form={form} disabled={disabled} />
      <ConsentFields form={form} disabled={disabled} />
      {!disabled && (
        <div className={classes.buttons} data-sticky={dirty || undefined}>
          {dirty && (
            <Button variant="default" onClick={() => form.reset()}>
              <Trans>Discard</Trans>
            </Button>
          )}
          <Button
            type="submit"
            loading={edit.isPending}
            disabled={!dirty || conflicts.length > 0}
            title={conflicts.length > 0 ? t`Choose which values to keep first` : undefined}
          >
            <Trans>Save candidate</Trans>
          </Button>
        </div>
      )}
    </form>
  )
}

/** Everything known of a person, and where they applied. */
export function CandidatePage() {
  const params = route.useParams()
  const { data: candidate } = useSuspenseQuery(endpointQuery(getCandidate, { params }))
  const remove = useDelete(candidate)
  const mayAdd = usePermission('applications:write')
  const mayErase = usePermission('privacy:manage')
  const navigate = route.useNavigate()
  const day = formatDay(candidate.createdAt)
  return (
    <Page
      title={candidate.name}
      subtitle={t`added ${day}`}
      actions={
        <>
          {candidate.can.delete && (
            <ActionIcon
              loading={remove.isPending}
              onClick={() => remove.mutate()}
              aria-label={t`Delete`}
              title={t`Delete`}
            >
              <IconTrash size={16} stroke={1.6} aria-hidden />
            </ActionIcon>
          )}
          {mayErase && (
            <PersonMenu
              person={candidate}
              onErased={() => void navigate({ to: '/candidates', ignoreBlocker: true })}
            />
          )}
          {mayAdd && (
            <LinkButton
              to="/applications/create"
              search={{ candidateId: candidate.id }}
              leftSection={<IconPlus size={16} stroke={1.6} aria-hidden />}
            >
              <span className={classes.wide}>{t`Add application`}</span>
              <span className={classes.narrow}>{t`Add`}</span>
            </LinkButton>
          )}
        </>
      }
    >
      <div className={classes.columns}>
        <div className={classes.column}>
          <Standing candidate={candidate} />
          <CandidateApplications applications={candidate.applications} />
          <Section title={t`Person`}>
            <PersonForm key={candidate.id} candidate={candidate} />
          </Section>
        </div>
        <div className={classes.column}>
          <ResumeSection candidate={candidate} />
          <PossibleDuplicates candidateId={candidate.id} />
          <MergesSection candidateId={candidate.id} />
        </div>
      </div>
    </Page>
  )
}
