import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, idParams, list, onlyIds, timestamp } from './fields.ts'
import { page, pageQuery, total } from './paging.ts'

export const mailStates = ['waiting', 'sent', 'failed', 'canceled'] as const

export const outboxMail = z.object({
  id,
  workspace: z.object({ id, name: z.string() }),
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  state: z.enum(mailStates),
  createdAt: timestamp,
  updatedAt: timestamp,
  sentAt: timestamp.nullable(),
  error: z.string().nullable(),
  canResend: z.boolean(),
})

export const listMails = endpoint({
  name: 'listMails',
  tag: 'Admin',
  summary: 'List the email outbox',
  description: "Returns the installation's emails, newest first. Without SMTP, emails wait here to be read.",
  method: 'GET',
  path: '/admin/mails/',
  permission: 'platform:manage',
  query: pageQuery(['-createdAt']).extend({
    id: onlyIds,
    state: list(z.enum(mailStates)),
    workspaceId: id.optional(),
  }),
  response: page(outboxMail),
})

export const resendMail = endpoint({
  name: 'resendMail',
  tag: 'Admin',
  summary: 'Send an email again',
  description:
    'Sends an email, or sends it again. CONFLICT if no mail server is set, and for a canceled email, whose ' +
    'link is void.',
  method: 'POST',
  path: '/admin/mails/{id}/resend/',
  permission: 'platform:manage',
  params: idParams,
  errors: ['CONFLICT', 'RATE_LIMITED'],
})

export const getInstallation = endpoint({
  name: 'getInstallation',
  tag: 'Admin',
  summary: 'Get the state of the installation',
  description: 'Returns the state of the installation: its database, jobs, disk and nodes.',
  method: 'GET',
  path: '/admin/health/',
  permission: 'platform:manage',
  response: z.object({
    version: z.string(),
    nodeVersion: z.string(),
    startedAt: timestamp,
    memoryBytes: z.int(),
    mailServer: z.boolean().describe('Whether mail is sent, or kept in the outbox'),
    database: z.object({
      version: z.string(),
      bytes: z.int(),
      connections: z.int(),
      mostConnections: z.int(),
      answeredInMs: z.number(),
      oldestTransactionSeconds: z.int().nullable(),
      migration: z.string(),
      auditLogProtected: z
        .boolean()
        .describe(
          'Whether the database refuses changes of the audit log to the role that the server connects as',
        ),
    }),
    jobs: z.object({ waiting: total, failed: total, lagSeconds: z.int() }),
    disk: z.object({ freeBytes: z.int(), bytes: z.int() }),
    nodes: z
      .array(
        z.object({
          id,
          version: z.string(),
          nodeVersion: z.string(),
          process: z.enum(['all', 'web', 'worker']),
          host: z.string(),
          pid: z.int(),
          startedAt: timestamp,
          seenAt: timestamp,
          isSilent: z.boolean().describe('Not heard of for a while: killed, or cut off from the database'),
          callsPerSecond: z.number(),
          jobsPerMinute: z.number(),
          eventLoopMs: z.number().describe('How late its work comes round; much is too much to do'),
          cpu: z.number().describe('1 is one core'),
          memoryBytes: z.int(),
          connectionsBusy: z.int(),
          connectionsWaiting: z.int(),
          openStreams: z.int(),
          liveBehind: z.int().describe('Live events it had not handed out when it was last heard of'),
        }),
      )
      .describe('The servers of this installation'),
    replicas: z.array(
      z.object({ name: z.string(), state: z.string(), lagSeconds: z.number(), lagBytes: z.number() }),
    ),
  }),
})

export const getStorage = endpoint({
  name: 'getStorage',
  tag: 'Admin',
  summary: 'Get storage use',
  description: 'Returns what uses storage: the database by table, and files.',
  method: 'GET',
  path: '/admin/storage/',
  permission: 'platform:manage',
  response: z.object({
    databaseBytes: z.number(),
    tables: z
      .array(
        z.object({
          name: z.string(),
          rows: z.number().describe('As the database last estimated them'),
          bytes: z.number().describe('With its indexes'),
          indexBytes: z.number(),
          deadRows: z.number().describe('Changed or deleted, and not cleared away yet'),
        }),
      )
      .describe('The largest first'),
    files: z.object({ count: z.number(), bytes: z.number(), pictures: z.number() }),
    disk: z.object({ freeBytes: z.number(), bytes: z.number() }),
  }),
})
