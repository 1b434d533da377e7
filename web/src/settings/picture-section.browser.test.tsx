import { deleteAvatar, uploadAvatar } from '@muster/contract/own-account.ts'
import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { id } from '../testing/fixtures.ts'
import { openApp, signInAs } from '../testing/open-app.tsx'
import { answer, callsOf, refuse } from '../testing/server.ts'

const input = page.getByRole('region', { name: 'Picture' }).getByLabelText('Picture')
const remove = page.getByRole('region', { name: 'Picture' }).getByRole('button', { name: 'Remove' })
const photo = new File(['a'], 'photo.png', { type: 'image/png' })

it('a picture that was refused can be chosen again, and removed once it is saved', async () => {
  const user = { ...signInAs('recruiter'), avatarId: null }
  answer(uploadAvatar, refuse('VALIDATION', 'This is no picture.'))
  await openApp('/settings/profile')
  await userEvent.upload(input, photo)
  await expect.element(page.getByText(/Picture not saved: This is no picture/)).toBeVisible()
  // A browser reports no change when the field still has the file.
  await expect.poll(() => (input.element() as HTMLInputElement).value).toBe('')
  answer(uploadAvatar, { ...user, avatarId: id(7) })
  await userEvent.upload(input, photo)
  await expect.element(page.getByText('Picture saved')).toBeVisible()
  expect(callsOf(uploadAvatar)).toHaveLength(2)
  answer(deleteAvatar, refuse('CONFLICT', 'It is being checked.'))
  await remove.click()
  await expect.element(page.getByText(/Picture not removed: It is being checked/)).toBeVisible()
  answer(deleteAvatar, user)
  await remove.click()
  await expect.element(page.getByText('Picture removed')).toBeVisible()
  await expect.poll(() => remove.elements()).toEqual([])
})
