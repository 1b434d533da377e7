import { createCompany } from './create-company.ts'
import { deleteCompany } from './delete-company.ts'
import { getCompany } from './get-company.ts'
import { listCompanies } from './list-companies.ts'
import { restoreCompany } from './restore-company.ts'
import { updateCompany } from './update-company.ts'

export const companyRoutes = [
  listCompanies,
  createCompany,
  getCompany,
  updateCompany,
  deleteCompany,
  restoreCompany,
]
