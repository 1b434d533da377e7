import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, idParams, timestamp } from './fields.ts'

export const maxUploadBytes = 20 * 1024 * 1024

export const uploadedFile = z.object({
  id,
  name: z.string(),
  /** Found from the content, never taken from the name or the sender. */
  contentType: z.string(),
  size: z.int(),
  url: z.string(),
  createdAt: timestamp,
})

/**
 * Stores a file, typed by its content: PDF, DOC, DOCX, ODT, RTF, plain text, PNG, JPEG, WebP. Others answer
 * UNSUPPORTED_MEDIA_TYPE.
 */
export const uploadFile = endpoint({
  name: 'uploadFile',
  tag: 'Uploads',
  summary: 'Upload a file',
  method: 'POST',
  path: '/uploads/',
  permission: 'applications:write',
  file: { field: 'file', maxBytes: maxUploadBytes },
  response: uploadedFile,
  status: 201,
  errors: ['PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'],
})

/** The file itself, as an attachment that cannot run anything. */
export const downloadFile = endpoint({
  name: 'downloadFile',
  tag: 'Uploads',
  summary: 'Download a file',
  method: 'GET',
  path: '/uploads/{id}/',
  permission: 'contacts:read',
  params: idParams,
  streams: 'application/octet-stream',
})
