import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, idParams, list, timestamp } from './fields.ts'

export const maxUploadBytes = 20 * 1024 * 1024

export const uploadedFile = z.object({
  id,
  name: z.string(),
  contentType: z.string().describe('Found from the content, never taken from the name or the sender'),
  size: z.int(),
  url: z.string(),
  createdAt: timestamp,
})

export const uploadFile = endpoint({
  name: 'uploadFile',
  tag: 'Uploads',
  summary: 'Upload a file',
  description:
    'Stores a file, typed by its content: PDF, DOC, DOCX, ODT, RTF, plain text, PNG, JPEG, WebP. ' +
    'UNSUPPORTED_MEDIA_TYPE for other types.',
  method: 'POST',
  path: '/uploads/',
  permission: 'applications:write',
  file: { field: 'file', maxBytes: maxUploadBytes },
  response: uploadedFile,
  status: 201,
  errors: ['PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE', 'UNAVAILABLE'],
})

export const listFiles = endpoint({
  name: 'listFiles',
  tag: 'Uploads',
  summary: 'Name files',
  description:
    'Returns the files with these IDs, such as values of custom fields of type `file`. Files that the caller may ' +
    'not see, and deleted ones, are left out. Without `contacts:read`, these are values of custom fields and own ' +
    'uploads.',
  method: 'GET',
  path: '/uploads/',
  permission: 'applications:read',
  query: z.object({ id: list(id).describe('The IDs of the files, at most 100') }),
  response: z.object({ items: z.array(uploadedFile) }),
})

export const downloadFile = endpoint({
  name: 'downloadFile',
  tag: 'Uploads',
  summary: 'Download a file',
  description: 'Returns the file as an attachment that cannot run anything.',
  method: 'GET',
  path: '/uploads/{id}/',
  permission: 'contacts:read',
  params: idParams,
  streams: 'application/octet-stream',
})

export const previewFile = endpoint({
  name: 'previewFile',
  tag: 'Uploads',
  summary: 'Show a Word document as HTML',
  description:
    'Returns a Word document (DOCX) as HTML of plain elements: headings, paragraphs, lists, tables, links, ' +
    'its own pictures; no scripts, no styles, nothing loaded from elsewhere. UNSUPPORTED_MEDIA_TYPE for ' +
    'other types. VALIDATION of `file` for a document that is broken, protected, too large or too slow to ' +
    'read, repeated at once for an hour. RATE_LIMITED while too many documents of the workspace are queued.',
  method: 'GET',
  path: '/uploads/{id}/preview/',
  permission: 'contacts:read',
  params: idParams,
  response: z.object({
    html: z.string(),
    shortened: z.boolean().describe('A picture or the end was left out, since it would have been too much'),
  }),
  errors: ['UNSUPPORTED_MEDIA_TYPE'],
})

/** Something found in a text, with the words round it, so that a person can judge. */
const extractedValue = z.object({ value: z.string(), foundIn: z.string() })

export const readResume = endpoint({
  name: 'readResume',
  tag: 'Uploads',
  summary: 'Find name and contact data in a résumé',
  description:
    'Returns what a résumé (PDF, DOCX or plain text) says about its person, and only what it says. Phones ' +
    "are E.164, read with the workspace's default country. `name` is null unless something else confirms it: " +
    "the layout, the email address, a profile URL or the file's author. Each list has the likeliest first. " +
    'UNSUPPORTED_MEDIA_TYPE for types without text. VALIDATION of `file` for a file that is broken, ' +
    'protected, too large or too slow to read, repeated at once for an hour. RATE_LIMITED while too many ' +
    'documents of the workspace are queued.',
  method: 'POST',
  path: '/uploads/{id}/read-resume/',
  permission: 'candidates:write',
  params: idParams,
  response: z.object({
    name: extractedValue.nullable(),
    emails: z.array(extractedValue),
    phones: z.array(extractedValue),
    links: z.array(extractedValue.extend({ kind: z.enum(['linkedin', 'github', 'other']) })),
    hasText: z.boolean().describe('False when there is no text to read, as in a scanned page'),
  }),
  errors: ['UNSUPPORTED_MEDIA_TYPE'],
})
