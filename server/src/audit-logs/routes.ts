import { exportAuditLogs } from './export-audit-logs.ts'
import { listAuditLogs } from './list-audit-logs.ts'

export const auditLogRoutes = [listAuditLogs, exportAuditLogs]
