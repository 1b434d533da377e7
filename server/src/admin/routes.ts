import { listMails } from './list-mails.ts'
import { listWorkspaces } from './list-workspaces.ts'

export const adminRoutes = [listWorkspaces, listMails]
