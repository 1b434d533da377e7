import type { ResponseOf } from '@muster/contract/endpoint.ts'
import { downloadFile, type uploadFile } from '@muster/contract/uploads.ts'
import { call } from '../api/call.ts'

export type FileRef = Pick<ResponseOf<typeof uploadFile>, 'id' | 'name' | 'contentType'>

/** What a browser shows without running anything in it; the rest is only ever saved. */
const shown = /^(application\/pdf|image\/(png|jpeg|webp)|text\/plain)$/

export function canShow(file: FileRef): boolean {
  return shown.test(file.contentType)
}

async function read(file: FileRef): Promise<string> {
  const content = (await call(
    downloadFile,
    { params: { id: file.id } },
    { responseType: 'blob' },
  )) as unknown as Blob
  return URL.createObjectURL(new Blob([content], { type: file.contentType }))
}

function forgetLater(url: string) {
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

/** Saves a file under its name. @throws ApiError */
export async function saveFile(file: FileRef): Promise<void> {
  const url = await read(file)
  const link = document.createElement('a')
  link.href = url
  link.download = file.name
  link.click()
  forgetLater(url)
}

/** Shows a file in a tab of its own, opened at once so that the browser counts it to the click. @throws ApiError */
export async function showFile(file: FileRef): Promise<void> {
  const tab = window.open('', '_blank')
  try {
    const url = await read(file)
    if (tab) tab.location.replace(url)
    else window.location.assign(url)
    forgetLater(url)
  } catch (error) {
    tab?.close()
    throw error
  }
}
