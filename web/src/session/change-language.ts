import type { Language } from '@muster/contract/languages.ts'
import { updateCurrentUser } from '@muster/contract/users.ts'
import { call } from '../api/call.ts'
import { storeLanguage } from '../texts/language.ts'
import { storeUser } from './stored-session.ts'

/** Keeps the choice with the person, so that it holds on every device, and loads the page anew in it. */
export async function changeLanguage(language: Language): Promise<void> {
  storeUser(await call(updateCurrentUser, { body: { language } }))
  storeLanguage(language)
  window.location.reload()
}
