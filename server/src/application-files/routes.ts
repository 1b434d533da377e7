import { attachApplicationFile } from './attach-application-file.ts'
import { listApplicationFiles } from './list-application-files.ts'
import { removeApplicationFile } from './remove-application-file.ts'
import { restoreApplicationFile } from './restore-application-file.ts'

export const applicationFileRoutes = [
  listApplicationFiles,
  attachApplicationFile,
  removeApplicationFile,
  restoreApplicationFile,
]
