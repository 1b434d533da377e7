import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, idParams, timestamp, userRef } from './fields.ts'
import { uploadedFile } from './uploads.ts'

export const applicationFile = z.object({
  id: id
    .nullable()
    .describe(
      'The history entry that attached the file; null for a résumé from elsewhere, such as an import',
    ),
  file: uploadedFile,
  role: z
    .enum(['resume', 'person_resume', 'earlier_resume', 'attachment'])
    .describe("The application's résumé, the candidate's, a replaced one, or any other attachment"),
  application: z
    .object({ id, positionName: z.string() })
    .nullable()
    .describe("The candidate's application that has the file; null if the candidate has it"),
  addedAt: timestamp,
  addedBy: userRef.nullable(),
  can: z.object({ remove: z.boolean() }),
})

export const listApplicationFiles = endpoint({
  name: 'listApplicationFiles',
  tag: 'Applications',
  summary: 'List the files of an application and its person',
  description:
    "Returns the files of an application, of its candidate, and of the candidate's other applications that " +
    'the caller may see.',
  method: 'GET',
  path: '/applications/{id}/files/',
  permission: 'contacts:read',
  params: idParams,
  response: z.object({ items: z.array(applicationFile) }),
})

export const attachApplicationFile = endpoint({
  name: 'attachApplicationFile',
  tag: 'Applications',
  summary: 'Attach a file to an application',
  description: 'Attaches an uploaded file to an application and logs it in the history.',
  method: 'POST',
  path: '/applications/{id}/files/',
  permission: 'applications:write',
  params: idParams,
  body: z.object({ fileId: id }),
  response: z.object({ entryId: id }),
  status: 201,
})

export const removeApplicationFile = endpoint({
  name: 'removeApplicationFile',
  tag: 'Applications',
  summary: 'Remove a file from an application',
  description: 'Removes an attached file. The history keeps the entry.',
  method: 'DELETE',
  path: '/applications/{id}/files/{entryId}/',
  permission: 'applications:write',
  params: z.object({ id, entryId: id }),
  status: 204,
})

export const restoreApplicationFile = endpoint({
  name: 'restoreApplicationFile',
  tag: 'Applications',
  summary: 'Attach a removed file again',
  description: 'Attaches a removed file again.',
  method: 'POST',
  path: '/applications/{id}/files/{entryId}/restore/',
  permission: 'applications:write',
  params: z.object({ id, entryId: id }),
  status: 204,
})
