import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { deleteCompany, listCompanies, restoreCompany } from '@muster/contract/companies.ts'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { call } from '../api/call.ts'
import { invalidate } from '../api/query.ts'
import { usePermission } from '../session/session.ts'
import { toast, toastError } from '../ui/toast.tsx'

interface CompanyRef {
  id: string
  name: string
}

/** Deletes and restores a company; each is the undo of the other. */
function useCompanyDeletion({ id, name }: CompanyRef) {
  const params = { id }
  const refresh = () => invalidate(listCompanies)
  const failed = (error: unknown) => toastError(error)
  const remove = useMutation({
    mutationFn: () => call(deleteCompany, { params }),
    onSuccess: () => toast(t`Deleted ${name}`, () => restore.mutate()),
    onError: failed,
    onSettled: refresh,
  })
  const restore = useMutation({
    mutationFn: () => call(restoreCompany, { params }),
    onSuccess: () => toast(t`Restored ${name}`, () => remove.mutate()),
    onError: failed,
    onSettled: refresh,
  })
  return { remove, restore }
}

export function DeleteCompany({ company }: { company: CompanyRef }) {
  const navigate = useNavigate()
  const { remove } = useCompanyDeletion(company)
  return (
    <Button
      variant="default"
      loading={remove.isPending}
      onClick={() =>
        remove.mutate(undefined, {
          onSuccess: () => void navigate({ to: '/companies', ignoreBlocker: true }),
        })
      }
    >
      <Trans>Delete</Trans>
    </Button>
  )
}

export function RestoreCompany({ company }: { company: CompanyRef }) {
  const { restore } = useCompanyDeletion(company)
  if (!usePermission('companies:write')) return null
  return (
    <Button size="xs" variant="default" loading={restore.isPending} onClick={() => restore.mutate()}>
      <Trans>Restore</Trans>
    </Button>
  )
}
