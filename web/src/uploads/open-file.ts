import { downloadCoveredResume } from '@muster/contract/reviews.ts'
import { downloadFile } from '@muster/contract/uploads.ts'
import { call } from '../api/call.ts'

export interface FileRef {
  id: string
  name: string
  /** Undefined if only the id is known: then it can be saved, not shown. */
  contentType?: string
  /** The ID is an application's, and the file is the copy of its résumé for clients. */
  covered?: boolean
}

const extensions: Record<string, string> = {
  'application/pdf': '.pdf',
  'application/msword': '.doc',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': '.docx',
  'application/vnd.oasis.opendocument.text': '.odt',
  'application/rtf': '.rtf',
  'text/rtf': '.rtf',
  'text/plain': '.txt',
  'image/png': '.png',
  'image/jpeg': '.jpg',
  'image/webp': '.webp',
}

/** Loads the content of a file. @throws ApiError */
export async function loadFile({ id, covered }: FileRef, signal?: AbortSignal): Promise<Blob> {
  const answer: unknown = await call(
    covered ? downloadCoveredResume : downloadFile,
    { params: { id } },
    { responseType: 'blob', ...(signal ? { signal } : {}) },
  )
  return answer as Blob
}

/** Loads the content as an object URL, with the extension of its type. */
async function read(file: FileRef): Promise<{ url: string; extension: string }> {
  const content = await loadFile(file)
  const type = content.type.split(';')[0] ?? ''
  return { url: URL.createObjectURL(content), extension: extensions[type] ?? '' }
}

function revokeLater(url: string) {
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

/** Downloads a file under its name. @throws ApiError */
export async function saveFile(file: FileRef): Promise<void> {
  const { url, extension } = await read(file)
  const link = document.createElement('a')
  link.href = url
  link.download = file.contentType ? file.name : file.name + extension
  link.click()
  revokeLater(url)
}
