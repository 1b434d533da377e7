import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Modal } from '@mantine/core'
import { useForm } from '@mantine/form'
import { createCompany, listCompanies } from '@muster/contract/companies.ts'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { ApiError } from '../api/api-error.ts'
import { call } from '../api/call.ts'
import { invalidate } from '../api/query.ts'
import { newValues } from '../custom-fields/new-values.ts'
import { showFormError } from '../ui/form-error.ts'
import { toast } from '../ui/toast.tsx'
import { useOpened } from '../ui/use-opened.ts'
import classes from './companies.module.css'
import { CompanyFields, emptyCompany, type NewCompany } from './company-fields.tsx'

export function AddCompanyDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const navigate = useNavigate()
  const form = useForm<NewCompany>({
    initialValues: emptyCompany,
    validate: { name: (name) => (name.trim() ? null : t`Enter a company name`) },
  })
  const add = useMutation({
    mutationFn: (values: NewCompany) =>
      call(createCompany, { body: { ...values, customFields: newValues('company', values.customFields) } }),
    onSuccess: (company) => {
      form.reset()
      toast(t`Added ${company.name}`)
      void invalidate(listCompanies)
      void navigate({ to: '/companies/$id', params: { id: company.id } })
    },
    onError: (error) => {
      if (error instanceof ApiError && error.code === 'CONFLICT') form.setErrors({ name: error.message })
      else showFormError(form, error, t`Company not added`)
    },
  })
  return (
    <Modal opened={useOpened(opened)} onClose={onClose} title={t`Add company`}>
      <form className={classes.form} noValidate onSubmit={form.onSubmit((values) => add.mutate(values))}>
        <CompanyFields form={form} />
        <div className={classes.buttons}>
          <Button variant="default" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" loading={add.isPending}>
            <Trans>Add company</Trans>
          </Button>
        </div>
      </form>
    </Modal>
  )
}
