import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, timestamp } from './fields.ts'
import { page, pageQuery } from './paging.ts'

/** The workspaces of the installation with how much each holds. */
export const listWorkspaces = endpoint({
  name: 'listWorkspaces',
  tag: 'Admin',
  summary: 'List workspaces',
  method: 'GET',
  path: '/admin/workspaces/',
  permission: 'platform:manage',
  query: pageQuery(['-createdAt']),
  response: page(
    z.object({
      id,
      name: z.string(),
      users: z.int(),
      positions: z.int(),
      applications: z.int(),
      createdAt: timestamp,
    }),
  ),
})

/** Mail the installation wrote, newest first; without SMTP this is where it waits to be read. */
export const listMails = endpoint({
  name: 'listMails',
  tag: 'Admin',
  summary: 'Read the mail outbox',
  method: 'GET',
  path: '/admin/mails/',
  permission: 'platform:manage',
  query: pageQuery(['-createdAt']),
  response: page(
    z.object({
      id,
      to: z.string(),
      subject: z.string(),
      text: z.string(),
      createdAt: timestamp,
      sentAt: timestamp.nullable(),
      error: z.string().nullable(),
    }),
  ),
})
