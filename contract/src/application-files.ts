import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, idParams, timestamp, userRef } from './fields.ts'
import { uploadedFile } from './uploads.ts'

export const applicationFile = z.object({
  /** Of the entry in the history that attached it; null for a résumé that came otherwise, by an import for one. */
  id: id.nullable(),
  file: uploadedFile,
  /** The application's résumé, the person's, one that was replaced, or whatever else was attached. */
  role: z.enum(['resume', 'person_resume', 'earlier_resume', 'attachment']),
  /** Which of the person's applications it hangs on; null for one that hangs on the person. */
  application: z.object({ id, positionName: z.string() }).nullable(),
  addedAt: timestamp,
  addedBy: userRef.nullable(),
  can: z.object({ remove: z.boolean() }),
})

/** The files of an application, of its person, and of the person's other applications the caller may see. */
export const listApplicationFiles = endpoint({
  name: 'listApplicationFiles',
  tag: 'Applications',
  summary: 'List the files of an application and its person',
  method: 'GET',
  path: '/applications/{id}/files/',
  permission: 'contacts:read',
  params: idParams,
  response: z.object({ items: z.array(applicationFile) }),
})

/** Attaches an uploaded file to an application; the history tells of it. */
export const attachApplicationFile = endpoint({
  name: 'attachApplicationFile',
  tag: 'Applications',
  summary: 'Attach a file to an application',
  method: 'POST',
  path: '/applications/{id}/files/',
  permission: 'applications:write',
  params: idParams,
  body: z.object({ fileId: id }),
  response: z.object({ entryId: id }),
  status: 201,
})

/** Removes an attached file; that there was one stays in the history. */
export const removeApplicationFile = endpoint({
  name: 'removeApplicationFile',
  tag: 'Applications',
  summary: 'Remove a file from an application',
  method: 'DELETE',
  path: '/applications/{id}/files/{entryId}/',
  permission: 'applications:write',
  params: z.object({ id, entryId: id }),
  status: 204,
})

/** Attaches a removed file again. */
export const restoreApplicationFile = endpoint({
  name: 'restoreApplicationFile',
  tag: 'Applications',
  summary: 'Attach a removed file again',
  method: 'POST',
  path: '/applications/{id}/files/{entryId}/restore/',
  permission: 'applications:write',
  params: z.object({ id, entryId: id }),
  status: 204,
})
