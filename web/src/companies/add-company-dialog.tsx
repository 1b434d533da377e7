import { Button, Modal } from '@mantine/core'
import { useForm } from '@mantine/form'
import { createCompany, listCompanies } from '@muster/contract/companies.ts'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { ApiError } from '../api/api-error.ts'
import { call } from '../api/call.ts'
import { invalidate } from '../api/query.ts'
import { showFormError } from '../ui/form-error.ts'
import { toast } from '../ui/toast.tsx'
import classes from './companies.module.css'
import { CompanyFields, companyValues } from './company-fields.tsx'

export function AddCompanyDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const form = useForm({ initialValues: companyValues() })
  const add = useMutation({
    mutationFn: (body: typeof form.values) => call(createCompany, { body }),
    onSuccess: (company) => {
      toast(`Added ${company.name}`)
      void invalidate(listCompanies)
      void navigate({ to: '/companies/$id', params: { id: company.id } })
    },
    onError: (error) => {
      if (error instanceof ApiError && error.code === 'CONFLICT') form.setErrors({ name: error.message })
      else showFormError(form, error, 'Company not added')
    },
  })
  return (
    <Modal opened onClose={onClose} title="Add company">
      <form className={classes.form} onSubmit={form.onSubmit((values) => add.mutate(values))}>
        <CompanyFields form={form} />
        <div className={classes.buttons}>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={add.isPending}>
            Add company
          </Button>
        </div>
      </form>
    </Modal>
  )
}
