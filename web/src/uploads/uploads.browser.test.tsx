import { downloadCoveredResume } from '@muster/contract/reviews.ts'
import { downloadFile, maxUploadBytes, previewFile, uploadFile } from '@muster/contract/uploads.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { queryClient } from '../api/query.ts'
import { id } from '../testing/fixtures.ts'
import { openPage } from '../testing/open-page.tsx'
import { answer, answerFile, answerLater, callsOf, example, offline, refuse } from '../testing/server.ts'
import { loadTexts } from '../texts/load-texts.ts'
import { ToastHost } from '../ui/toast-host.tsx'
import { FilePreview } from './file-preview.tsx'
import { FileUpload, type UploadedFile } from './file-upload.tsx'

const alertOf = (text: string) => page.getByRole('alert').filter({ hasText: text })
const button = (name: string) => page.getByRole('button', { name, exact: true })

/** The texts of files belong to the screens that show them. */
async function open(shown: ReactNode) {
  await loadTexts()
  await loadTexts('applications')
  await openPage(
    <QueryClientProvider client={queryClient}>
      <ToastHost />
      {shown}
    </QueryClientProvider>,
  )
}

beforeEach(() => queryClient.clear())

describe('a file that is uploaded', () => {
  const input = page.getByLabelText('Upload résumé').first()
  const resume = new File(['hello'], 'resume.txt', { type: 'text/plain' })
  let uploaded: UploadedFile[] = []

  beforeEach(async () => {
    uploaded = []
    await open(<FileUpload label="Upload résumé" onUploaded={(file) => uploaded.push(file)} />)
  })

  it('shows how much of it was sent, and cannot be joined by another', async () => {
    const respond = answerLater(uploadFile, { ...example(uploadFile), name: 'resume.txt' })
    await userEvent.upload(input, resume)
    await expect.element(page.getByRole('status').filter({ hasText: '50%' })).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Upload résumé' })).toBeDisabled()
    expect(uploaded).toEqual([])
    respond()
    await expect.poll(() => uploaded.map(({ name }) => name)).toEqual(['resume.txt'])
    await expect.element(page.getByRole('button', { name: 'Upload résumé' })).toBeEnabled()
    expect(page.getByText('50%').elements()).toEqual([])
  })

  it('is not sent when it is too large, with the limit', async () => {
    const film = new File(['a'], 'film.pdf')
    Object.defineProperty(film, 'size', { value: maxUploadBytes + 1 })
    await expect.element(input).toBeInTheDocument()
    const element = input.element() as HTMLInputElement
    Object.defineProperty(element, 'files', { value: [film] })
    element.dispatchEvent(new Event('change', { bubbles: true }))
    await expect.element(alertOf('Not uploaded: film.pdf is larger than')).toBeVisible()
    expect(callsOf(uploadFile)).toEqual([])
  })

  it('can be chosen again after it was refused, which is said', async () => {
    answer(uploadFile, refuse('CONFLICT', 'The storage is full'))
    await userEvent.upload(input, resume)
    await expect.element(alertOf('Not uploaded: The storage is full')).toBeVisible()
    expect(uploaded).toEqual([])
    // A browser reports no change when the field still has the file.
    await expect.poll(() => (input.element() as HTMLInputElement).value).toBe('')
    answer(uploadFile, example(uploadFile))
    await userEvent.upload(input, resume)
    await expect.poll(() => uploaded).toHaveLength(1)
  })
})

describe('a file that is shown', () => {
  const text = (content: string) => new Blob([content], { type: 'text/plain' })
  const show = (name: string, contentType?: string, covered = false) =>
    open(<FilePreview fileId={id(1)} name={name} contentType={contentType} covered={covered} />)
  const saved = () => {
    const names: string[] = []
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
      this: HTMLAnchorElement,
    ) {
      names.push(this.download)
    })
    onTestFinished(() => click.mockRestore())
    return names
  }

  it('as text is read in its encoding, and says that the rest is not shown', async () => {
    const utf16 = new Uint8Array([0xff, 0xfe, 0xfc, 0x00])
    answerFile(downloadFile, () => new Blob([utf16], { type: 'text/plain' }))
    await show('short.txt', 'text/plain')
    await expect.element(page.getByText('ü')).toBeVisible()
    expect(page.getByText(/^The rest is not shown/).elements()).toEqual([])
    queryClient.clear()
    answerFile(downloadFile, () => text('a'.repeat(300_001)))
    await show('long.txt', 'text/plain')
    await expect.element(page.getByText(/^The rest is not shown/)).toBeInTheDocument()
  })

  it.each([
    [refuse('NOT_FOUND', 'No such file'), 'It was deleted or you don’t have access to it.'],
    [offline, 'The server cannot be reached. Try again in a moment.'],
    [refuse('CONFLICT', 'It is being checked'), 'It is being checked'],
  ])('says why it does not come, and is loaded again (%#)', async (how, why) => {
    answer(downloadFile, how as never)
    await show('notes.txt', 'text/plain')
    await expect.element(page.getByText(why)).toBeVisible()
    answerFile(downloadFile, () => text('Nights only'))
    await button('Retry').click()
    await expect.element(page.getByText('Nights only')).toBeVisible()
  })

  it('takes its kind from its content where that is not known', async () => {
    answerFile(downloadFile, () => new Blob(['Nights only'], { type: 'text/plain; charset=utf-8' }))
    await show('notes')
    await expect.element(page.getByText('Nights only')).toBeVisible()
  })

  it('of another kind is not loaded, but saved under its name', async () => {
    const names = saved()
    await show('licence.zip', 'application/zip')
    await expect.element(page.getByText('This file type cannot be previewed.')).toBeVisible()
    expect(callsOf(downloadFile)).toEqual([])
    answer(downloadFile, refuse('NOT_FOUND', 'No such file') as never)
    await button('Download').click()
    await expect.element(alertOf('licence.zip not downloaded: No such file')).toBeVisible()
    answerFile(downloadFile, () => new Blob(['zip'], { type: 'application/zip' }))
    await button('Download').click()
    await expect.poll(() => names).toEqual(['licence.zip'])
  })

  it('is saved with the ending of its kind where its name has none', async () => {
    const names = saved()
    answerFile(downloadFile, () => text('Nights only'))
    await show('Notes of Ada')
    await expect.element(page.getByText('Nights only')).toBeVisible()
    await button('Download').click()
    await expect.poll(() => names).toEqual(['Notes of Ada.txt'])
  })

  it('says that an image is damaged', async () => {
    answerFile(downloadFile, () => new Blob(['no image'], { type: 'image/png' }))
    await show('photo.png', 'image/png')
    await expect.element(page.getByText('This image cannot be shown')).toBeVisible()
    await expect.element(button('Download')).toBeVisible()
  })

  it('as an image zooms with + and −, fits with 0, and leaves Ctrl to the browser', async () => {
    const canvas = new OffscreenCanvas(4000, 40)
    canvas.getContext('2d')
    const picture = await canvas.convertToBlob()
    answerFile(downloadFile, () => picture)
    await show('photo.png', 'image/png')
    const image = page.getByRole('img', { name: 'photo.png' })
    const zoom = () => page.getByText(/^\d+%$/).element().textContent
    await expect.element(image).toBeVisible()
    // It is not measured before it has loaded, and too wide for its own size.
    await expect.poll(zoom).not.toMatch(/^(0|100)%$/)
    const fitted = zoom()
    page
      .getByRole('region', { name: 'photo.png', exact: true })
      .element()
      .dispatchEvent(new KeyboardEvent('keydown', { key: '+', ctrlKey: true, bubbles: true }))
    expect(zoom()).toBe(fitted)
    await image.click()
    await userEvent.keyboard('+')
    await expect.poll(zoom).not.toBe(fitted)
    await userEvent.keyboard('-')
    await expect.poll(zoom).toBe(fitted)
    await userEvent.keyboard('+')
    await expect.poll(zoom).not.toBe(fitted)
    await userEvent.keyboard('0')
    await expect.poll(zoom).toBe(fitted)
  })

  it('fills the window until Escape, without being loaded again', async () => {
    answerFile(downloadFile, () => text('Nights only'))
    await show('notes.txt', 'text/plain')
    await expect.element(page.getByText('Nights only')).toBeVisible()
    const frame = page.getByRole('region', { name: 'Preview of notes.txt' })
    await button('Full screen').click()
    await expect.element(frame).toHaveAttribute('popover')
    await userEvent.keyboard('{Escape}')
    await expect.element(frame).not.toHaveAttribute('popover')
    await expect.element(button('Full screen')).toHaveAttribute('aria-pressed', 'false')
    expect(callsOf(downloadFile)).toHaveLength(1)
  })

  it('as a copy for clients is asked for by its application', async () => {
    answerFile(downloadCoveredResume, () => text('Covered'))
    await show('Résumé', 'text/plain', true)
    await expect.element(page.getByText('Covered')).toBeVisible()
    expect(callsOf(downloadCoveredResume).map(({ params }) => params)).toEqual([{ id: id(1) }])
    expect(callsOf(downloadFile)).toEqual([])
    expect(callsOf(previewFile)).toEqual([])
  })
})
