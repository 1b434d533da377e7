import { useLingui } from '@lingui/react/macro'
import { Modal, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import {
  createReportDashboard,
  listReportDashboards,
  updateReportDashboard,
} from '@muster/contract/report-dashboards.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { endpointQuery } from '../api/query.ts'
import { savedReportsQuery } from '../explore/saved-reports.ts'
import { SharingFields } from '../explore/sharing-fields.tsx'
import { usePermission } from '../session/session.ts'
import { FormButtons } from '../ui/form-buttons.tsx'
import { showFormError } from '../ui/form-error.ts'
import { toast } from '../ui/toast.tsx'
import { useOpened } from '../ui/use-opened.ts'
import { dashboardsChanged, type ReportDashboard, type ReportDashboardRow } from './report-dashboards.ts'

/** Returns the folders of reports and report dashboards. */
function useFolders(): string[] {
  const reports = useQuery(savedReportsQuery)
  const dashboards = useQuery(endpointQuery(listReportDashboards, { query: { limit: 200 } }))
  const all = [...(reports.data?.items ?? []), ...(dashboards.data?.items ?? [])]
  return [...new Set(all.map(({ folder }) => folder).filter(Boolean))].sort()
}

interface DashboardDialogProps {
  /** The report dashboard to edit; left out for a new one. */
  dashboard?: ReportDashboardRow | ReportDashboard | undefined
  onClose: () => void
  onSaved: (saved: ReportDashboard) => void
}

/** The name of a report dashboard, its folder, and the roles that see it. */
export function DashboardDialog({ dashboard, onClose, onSaved }: DashboardDialogProps) {
  const { t } = useLingui()
  const mayShare = usePermission('views:share')
  const folders = useFolders()
  const form = useForm({
    initialValues: {
      name: dashboard?.name ?? '',
      folder: dashboard?.folder ?? '',
      roles: dashboard?.roles ?? [],
    },
    validate: { name: (value) => (value.trim() ? null : t`Enter a name`) },
  })
  const save = useMutation({
    mutationFn: ({ roles, ...values }: typeof form.values) => {
      const body = { ...values, ...(mayShare && { roles: roles as never }) }
      return dashboard
        ? call(updateReportDashboard, {
            params: { id: dashboard.id },
            body: { ...body, version: dashboard.version },
          })
        : call(createReportDashboard, { body })
    },
    onSuccess: async (saved) => {
      await dashboardsChanged()
      toast(t`Saved ${saved.name}`)
      onSaved(saved)
    },
    onError: (error) => showFormError(form, error, t`Not saved`),
  })
  const name = dashboard?.name
  return (
    <Modal
      opened={useOpened(true)}
      onClose={onClose}
      title={name ? t`Edit ${name}` : t`Add report dashboard`}
      size="sm"
    >
      <form onSubmit={form.onSubmit((values) => save.mutate(values))} noValidate>
        <Stack gap="md">
          <SharingFields getInputProps={form.getInputProps} folders={folders} />
          <FormButtons pending={save.isPending} onCancel={onClose} />
        </Stack>
      </form>
    </Modal>
  )
}
