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
  errors: ['PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE', 'UNAVAILABLE'],
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

/**
 * A Word document (DOCX) as HTML of plain elements: headings, paragraphs, lists, tables, links, its own pictures; no
 * scripts, no styles, nothing loaded from elsewhere. Other kinds answer UNSUPPORTED_MEDIA_TYPE; a document that is
 * broken, protected, too large or too slow to be read is a VALIDATION of `file`, repeated at once for an hour.
 * RATE_LIMITED while too many documents of the workspace wait to be read.
 */
export const previewFile = endpoint({
  name: 'previewFile',
  tag: 'Uploads',
  summary: 'Show a Word document as HTML',
  method: 'GET',
  path: '/uploads/{id}/preview/',
  permission: 'contacts:read',
  params: idParams,
  response: z.object({
    html: z.string(),
    /** A picture or the end was left out, since it would have been too much. */
    shortened: z.boolean(),
  }),
  errors: ['UNSUPPORTED_MEDIA_TYPE'],
})

/** Something found in a text, with the words round it, so that a person can judge. */
const found = z.object({ value: z.string(), foundIn: z.string() })

/**
 * What a résumé (PDF, DOCX or plain text) says about its person: only what is written there. Phones are E.164, read
 * with the workspace's default country. `name` is null unless something else speaks for it: the way it is set, the
 * e-mail address, a profile address or the file's author. Each list has the likeliest first. Kinds that hold no text
 * answer UNSUPPORTED_MEDIA_TYPE; a file that is broken, protected, too large or too slow to be read is a VALIDATION of
 * `file`, repeated at once for an hour. RATE_LIMITED while too many documents of the workspace wait to be read.
 */
export const readResume = endpoint({
  name: 'readResume',
  tag: 'Uploads',
  summary: 'Find name and contact data in a résumé',
  method: 'POST',
  path: '/uploads/{id}/read-resume/',
  permission: 'candidates:write',
  params: idParams,
  response: z.object({
    name: found.nullable(),
    emails: z.array(found),
    phones: z.array(found),
    links: z.array(found.extend({ kind: z.enum(['linkedin', 'github', 'other']) })),
    /** False when there is no text to read, as in a scanned page. */
    hasText: z.boolean(),
  }),
  errors: ['UNSUPPORTED_MEDIA_TYPE'],
})
