import { createCompany } from './create-company.ts'
import { deleteCompany } from './delete-company.ts'
import { exportCompanies } from './export-companies.ts'
import { getCompany } from './get-company.ts'
import { listCompanies } from './list-companies.ts'
import { restoreCompany } from './restore-company.ts'
import { updateCompany } from './update-company.ts'

export const companyRoutes = [
  listCompanies,
  exportCompanies,
  createCompany,
  getCompany,
  updateCompany,
  deleteCompany,
  restoreCompany,
]
