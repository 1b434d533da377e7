import { Trans, useLingui } from '@lingui/react/macro'
import { Alert, Modal, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { createSavedReport, listSavedReports, updateSavedReport } from '@muster/contract/saved-reports.ts'
import { useMutation } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { invalidate } from '../api/query.ts'
import { usePermission } from '../session/session.ts'
import { FormButtons } from '../ui/form-buttons.tsx'
import { showFormError } from '../ui/form-error.ts'
import { TextLink } from '../ui/link.tsx'
import { toast } from '../ui/toast.tsx'
import { useOpened } from '../ui/use-opened.ts'
import { findSame, type ReportParameters, type SavedReport, searchOf } from './saved-reports.ts'
import { SharingFields } from './sharing-fields.tsx'

interface ReportDialogProps {
  /** The report to edit; left out for a new one. */
  report?: SavedReport
  /** The name of a new one. */
  suggested?: string
  query: ReportParameters
  folders: readonly string[]
  /** The saved reports, of which one may ask the same. */
  reports?: readonly SavedReport[]
  onClose: () => void
  onSaved: (report: SavedReport) => void
}

/** Saves the question as a report: its name, its folder, and the roles that see it. */
export function ReportDialog({
  report,
  suggested = '',
  query,
  folders,
  reports = [],
  onClose,
  onSaved,
}: ReportDialogProps) {
  const { t } = useLingui()
  const mayShare = usePermission('views:share')
  const same = report ? undefined : findSame(query, reports)
  const name = report?.name ?? suggested
  const form = useForm({
    initialValues: { name: name.slice(0, 80), folder: report?.folder ?? '', roles: report?.roles ?? [] },
    validate: { name: (value) => (value.trim() ? null : t`Enter a name`) },
  })
  const save = useMutation({
    mutationFn: ({ roles, ...values }: typeof form.values) => {
      const body = { ...values, ...(mayShare && { roles: roles as never }) }
      return report
        ? call(updateSavedReport, { params: { id: report.id }, body: { ...body, version: report.version } })
        : call(createSavedReport, { body: { ...body, query } })
    },
    onSuccess: async (saved) => {
      await invalidate(listSavedReports)
      toast(t`Saved report ${saved.name}`)
      onSaved(saved)
    },
    onError: (error) => showFormError(form, error, t`Not saved`),
  })
  return (
    <Modal
      opened={useOpened(true)}
      onClose={onClose}
      title={report ? t`Edit ${name}` : t`Save report`}
      size="sm"
    >
      <form onSubmit={form.onSubmit((values) => save.mutate(values))} noValidate>
        <Stack gap="md">
          {same && (
            <Alert>
              <Trans>
                The report{' '}
                <TextLink to="/explore" search={searchOf(same) as never} onClick={onClose}>
                  {same.name}
                </TextLink>{' '}
                has the same query. You can save another one.
              </Trans>
            </Alert>
          )}
          <SharingFields getInputProps={form.getInputProps} folders={folders} />
          <FormButtons pending={save.isPending} onCancel={onClose} />
        </Stack>
      </form>
    </Modal>
  )
}
