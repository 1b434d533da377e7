import {
  attachApplicationFile,
  listApplicationFiles,
  removeApplicationFile,
  restoreApplicationFile,
} from '@muster/contract/application-files.ts'
import { getApplication, updateApplication } from '@muster/contract/applications.ts'
import type { ResponseOf } from '@muster/contract/endpoint.ts'
import { uploadFile } from '@muster/contract/uploads.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { id } from '../../testing/fixtures.ts'
import { openApp } from '../../testing/open-app.tsx'
import { answer, callsOf, example, refuse } from '../../testing/server.ts'

type Item = ResponseOf<typeof listApplicationFiles>['items'][number]

const ada = id(101)
const files = page.getByRole('region', { name: 'Files' })
const file = (name: string) => files.getByRole('button', { name, exact: true })
const alertOf = (text: string) => page.getByRole('alert').filter({ hasText: text })
const undoButton = page.getByRole('button', { name: /^Undo/ })

function itemOf(n: number, name: string, canRemove = true): Item {
  const [item] = example(listApplicationFiles).items
  return {
    ...item!,
    id: id(n),
    role: 'attachment',
    file: { ...item!.file, id: id(n + 100), name, contentType: 'application/zip' },
    can: { ...item!.can, remove: canRemove },
  }
}

let items: Item[] = []

beforeEach(async () => {
  items = [itemOf(601, 'licence.zip'), itemOf(602, 'contract.zip', false)]
  answer(listApplicationFiles, () => ({ items }))
  answer(getApplication, {
    ...example(getApplication),
    id: ada,
    resumeFile: null,
    deletedAt: null,
    otherApplications: [],
  })
  await openApp(`/applications/${ada}`)
  await expect.element(file('licence.zip')).toBeVisible()
})

function drop(...dropped: File[]) {
  const transfer = new DataTransfer()
  for (const each of dropped) transfer.items.add(each)
  const event = new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: transfer })
  files.element().dispatchEvent(event)
}

describe('a file of an application', () => {
  const remove = files.getByRole('button', { name: 'Remove licence.zip' })

  it('is there again when removing it is refused, with the reason', async () => {
    answer(removeApplicationFile, refuse('CONFLICT', 'A client sees it.'))
    await file('licence.zip').click()
    // No later read restores it.
    answer(listApplicationFiles, refuse('FORBIDDEN', 'Not you.'))
    await remove.click()
    await expect.element(alertOf('File not removed: A client sees it.')).toBeVisible()
    await expect.element(file('licence.zip')).toBeVisible()
  })

  it('that was removed comes back by Undo', async () => {
    answer(removeApplicationFile, () => {
      items = items.slice(1)
      return undefined as never
    })
    await file('licence.zip').click()
    await remove.click()
    await expect.poll(() => file('licence.zip').elements()).toEqual([])
    await undoButton.click()
    await expect
      .poll(() => callsOf(restoreApplicationFile).map(({ params }) => params.entryId))
      .toEqual([id(601)])
    // It is no résumé.
    expect(callsOf(updateApplication)).toEqual([])
  })

  it('is not removed by those who may not', async () => {
    await file('contract.zip').click()
    await expect.element(file('contract.zip')).toHaveAttribute('aria-pressed', 'true')
    expect(files.getByRole('button', { name: /^Remove/ }).elements()).toEqual([])
  })
})

describe('files that are dropped', () => {
  it('are all added, and each is taken away again by Undo', async () => {
    let n = 700
    answer(uploadFile, () => {
      n += 1
      return { ...example(uploadFile), id: id(n), name: `${n}.pdf` }
    })
    answer(attachApplicationFile, ({ body }) => ({
      ...example(attachApplicationFile),
      entryId: body.fileId,
    }))
    drop(new File(['a'], 'a.pdf'), new File(['b'], 'b.pdf'))
    await expect
      .poll(() => callsOf(attachApplicationFile).map(({ body }) => body.fileId))
      .toEqual([id(701), id(702)])
    await undoButton.first().click()
    await expect.poll(() => callsOf(removeApplicationFile)).toHaveLength(1)
  })

  it('are not sent when they are too large, with the limit', async () => {
    const film = new File(['a'], 'film.mp4')
    Object.defineProperty(film, 'size', { value: 1024 ** 3 })
    const event = new DragEvent('drop', { bubbles: true, cancelable: true })
    Object.defineProperty(event, 'dataTransfer', { value: { files: [film] } })
    files.element().dispatchEvent(event)
    await expect.element(alertOf('film.mp4 is larger than')).toBeVisible()
    expect(callsOf(uploadFile)).toEqual([])
  })

  it('say why they could not be added', async () => {
    answer(attachApplicationFile, refuse('CONFLICT', 'The application is closed.'))
    drop(new File(['a'], 'a.pdf'))
    await expect.element(alertOf('File not added: The application is closed.')).toBeVisible()
  })
})
