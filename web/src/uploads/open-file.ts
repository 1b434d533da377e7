import { downloadFile } from '@muster/contract/uploads.ts'
import { call } from '../api/call.ts'

export interface FileRef {
  id: string
  name: string
  /** Undefined if only the id is known: then it can be saved, not shown. */
  contentType?: string
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

/** Loads the content as an object URL, with the extension of its type. */
async function read({ id }: FileRef): Promise<{ url: string; extension: string }> {
  const answer: unknown = await call(downloadFile, { params: { id } }, { responseType: 'blob' })
  const content = answer as Blob
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
